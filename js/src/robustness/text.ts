// SPDX-License-Identifier: Apache-2.0
//
// Formats the robustness report for a terminal with 80 columns.

import type { Estimate } from '../core/estimate.js';
import { requireOptions, requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { oneLine, showCount, showInterval, showValue } from '../document/format.js';
import { type Cell, type TableColumn, type TableStyle, table, wrap } from '../document/layout.js';
import type { ReportedNetwork, ReportedRobustness, RobustnessReport } from './certify-csv.js';
import type { RobustnessDifferences } from './summary.js';

const width = 80;
const indent = '  ';
const maxGroups = 24; // more would fill the terminal; JSON lists every group

/**
 * Returns the report as lines of at most 80 columns; control characters from the file are escaped.
 *
 * @example
 * const csv = 'outcome,cat,dog\ncat,2,0\ndog,0,1\ncat,0,3\n';
 * const report = await certifyCsv(await load(), csv, { label: 'outcome', lipConst: 1, source: 'pets.csv' });
 * robustnessText(report).includes('pets.csv'); // true
 */
export function robustnessText(
  report: RobustnessReport,
  options: { color?: boolean } = {},
): string {
  return ofGiven('report', () => {
    requireParts('report', report, ['overall', 'breakdowns'], 'what certifyCsv() gives');
    requireOptions('robustnessText', options, ['color']);
    const style = getStyle(options.color ?? false);
    const sections = [
      getFacts(report, style),
      ...(report.network ? [getNetwork(report.network, style)] : []),
      ...(report.breakdowns.length === 0 ? [getValues(report, [], undefined, style)] : []),
      ...report.breakdowns.flatMap(({ by, groups, differences }) => [
        [style.heading(`By ${by.map(oneLine).join(' and ')}`)],
        getValues(report, groups, differences, style),
      ]),
      getNotes(report),
    ];
    return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  });
}

function getStyle(color: boolean): TableStyle {
  const emphasis = (code: number) => (text: string) =>
    color ? `\x1b[${code}m${text}\x1b[22m` : text;
  return { heading: emphasis(1), detail: emphasis(2) };
}

const paragraph = (text: string) => wrap(text, width - indent.length).map((line) => indent + line);

function getFacts(report: RobustnessReport, { heading }: TableStyle): string[] {
  const { source, scores, label, task, lipConst, disjointNeurons, overall } = report;
  const divisor = disjointNeurons ? '2' : '√2';
  const margin =
    task === 'binary'
      ? `score signed by ${label}, divided by ${lipConst}`
      : `score of the true class less the largest other one, divided by ${divisor} x ${lipConst}`;
  return [
    ...wrap(oneLine(source ?? 'Robustness'), width).map(heading),
    '',
    ...paragraph(`${showCount(overall.rows)} rows, scores ${scores.map(oneLine).join(', ')}`),
    ...paragraph(`Radius: ${oneLine(margin)}`),
  ];
}

/**
 * Returns the Lipschitz bounds of a network as lines of at most 80 columns.
 *
 * @example
 * const { value, perOutput } = (await load()).lipschitzBound([{ weights: [[3, 0], [0, 4]] }]);
 * const layers = [{ name: 'dense', operator: 'Gemm', norm: 4 }];
 * const network = { name: 'loans.onnx', layers, atMost: { value, perOutput }, atLeast: null, before: null };
 * networkText(network).includes('loans.onnx'); // true
 */
export function networkText(network: ReportedNetwork, options: { color?: boolean } = {}): string {
  return ofGiven('network', () => {
    requireParts(
      'network',
      network,
      ['layers', 'atMost'],
      'a network, with its layers and its bound',
    );
    requireOptions('networkText', options, ['color']);
    return `${getNetwork(network, getStyle(options.color ?? false)).join('\n')}\n`;
  });
}

const figure = (value: number) => Number(value.toPrecision(4)).toString();

function getNetwork(network: ReportedNetwork, { heading }: TableStyle): string[] {
  const { name, layers, atMost, atLeast, before } = network;
  const most = `All outputs together at most ${figure(atMost.value)}, each by itself at most ${figure(atMost.perOutput)}.`;
  const seen = atLeast
    ? `Between some inputs it is ${figure(atLeast.value)} and ${figure(atLeast.perOutput)}, so it cannot be less.`
    : '';
  const shown = layers.slice(0, maxGroups);
  const norms = shown.map((layer) => `${oneLine(layer.name)} ${figure(layer.norm)}`).join(', ');
  const hidden = layers.length - shown.length;
  return [
    ...wrap(`Lipschitz constant of ${oneLine(name)}`, width).map(heading),
    ...paragraph(`${most} ${seen}`.trim()),
    ...paragraph(
      `Spectral norms: ${norms || 'no layer has weights'}${hidden > 0 ? ` and ${showCount(hidden)} more` : ''}.`,
    ),
    ...(before ? paragraph(`Scores are taken before the last operator, ${oneLine(before)}.`) : []),
  ];
}

const getCell = (estimate: Estimate | undefined): Cell => {
  if (!estimate) return [''];
  const interval = showInterval(estimate);
  return interval ? [showValue(estimate), interval] : [showValue(estimate)];
};

type Values = Partial<Omit<ReportedRobustness, 'certifiedAccuracy'>> &
  Pick<RobustnessDifferences, 'certifiedAccuracy'>;

function getColumn(heading: string, values: Values): TableColumn {
  const { rows, accuracy, certifiedAccuracy, averageRobustness, halfRadius } = values;
  return {
    heading,
    cells: [
      [rows === undefined ? '' : showCount(rows)],
      ...[accuracy, ...certifiedAccuracy, averageRobustness, halfRadius].map(getCell),
    ],
  };
}

function getValues(
  { epsilons, overall }: RobustnessReport,
  groups: readonly ReportedRobustness[],
  differences: RobustnessDifferences | undefined,
  style: TableStyle,
): string[] {
  const names = [
    'Rows',
    'Accuracy',
    ...epsilons.map((epsilon) => `Certified at ${Number(epsilon.toPrecision(4))}`),
    'Average robustness',
    'Half-accuracy radius',
  ];
  const columns = [
    ...(differences ? [getColumn('Largest gap', differences)] : []),
    getColumn('All rows', overall),
    ...groups.slice(0, maxGroups).map((group) => getColumn(oneLine(group.name), group)),
  ];
  const lines = table(names, columns, width - indent.length, style).map((each) =>
    each.map((line) => line && indent + line),
  );
  const hidden = groups.length - maxGroups;
  const more = `${showCount(hidden)} more groups are not shown here; JSON has them all.`;
  return [...lines, ...(hidden > 0 ? [paragraph(more)] : [])].flatMap((each, i) =>
    i > 0 ? ['', ...each] : each,
  );
}

function getNotes({ overall, breakdowns }: RobustnessReport): string[] {
  const groups = [overall, ...breakdowns.flatMap((breakdown) => breakdown.groups)];
  const reasons = groups.flatMap(({ accuracy, averageRobustness, halfRadius }) =>
    [accuracy, averageRobustness, halfRadius].flatMap(({ reason }) => reason ?? []),
  );
  const notes = [
    'Certified at a radius: the share of rows that are decided correctly and stay so under any change of the input within that Euclidean distance, if the Lipschitz constant holds. Below each value: its 95 % interval.',
    ...[...new Set(reasons)].map((reason) => `Undefined or infinite: ${reason}.`),
  ];
  return notes.flatMap(paragraph);
}
