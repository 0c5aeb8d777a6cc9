// The selection rates of a report, each with its interval: a rate of few people says little, and the interval shows it.

import type { Report } from 'fairwasm';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export function GroupTable({ report }: { report: Report }) {
  const [breakdown] = report.breakdowns;
  if (!breakdown) return null;
  const rows = breakdown.groups.map(({ id, name, counts, rates }) => {
    const { value, ci, reason } = rates.selectionRate ?? { value: Number.NaN };
    const rate = reason ?? percent(value);
    return { id, name, count: counts.rows, rate, interval: ci?.map(percent).join(' to ') };
  });
  return (
    <table>
      <caption>
        {report.source}: {report.rows} rows
      </caption>
      <thead>
        <tr>
          <th scope="col">{breakdown.by.join(', ')}</th>
          <th scope="col">rows</th>
          <th scope="col">selected</th>
          <th scope="col">95 % interval</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, count, rate, interval }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{count}</td>
            <td>{rate}</td>
            <td>{interval}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
