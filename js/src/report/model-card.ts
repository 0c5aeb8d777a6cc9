// SPDX-License-Identifier: Apache-2.0
//
// The report as part of a model card: results in the format of the Hugging Face hub (`model-index`, in the
// card's YAML), and a section of Markdown.

import type { Estimate } from '../core/estimate.js';
import { oneLine } from '../document/format.js';
import { requireReport } from './check-report.js';
import { format } from './format.js';
import { essentialDisparities, knownMetrics } from './ranking.js';
import type { Report } from './report.js';

// A JSON string is a valid double-quoted YAML scalar, whatever it contains.
const scalar = (text: string): string => JSON.stringify(oneLine(text));

/**
 * Returns the start of a model card: YAML front matter, then Markdown. The metrics are all rates of all rows
 * and the disparities of the summary, under fairwasm's names. Undefined and infinite values are omitted,
 * because a `model-index` contains only numbers. Strings from the data are escaped for both formats.
 *
 * Source: https://github.com/huggingface/hub-docs/blob/main/modelcard.md
 *
 * @param model Name of the model. Default: the source of the report.
 */
export function reportModelCard(report: Report, model?: string): string {
  requireReport(report);
  const source = report.source ?? 'audit';
  const yaml = [
    'model-index:',
    `- name: ${scalar(model ?? source)}`,
    '  results:',
    '  - task:',
    '      type: tabular-classification',
    '    dataset:',
    `      name: ${scalar(source)}`,
    `      type: ${scalar(source)}`,
    '    metrics:',
    ...getMetrics(report).flatMap(({ type, name, value }) => [
      `    - type: ${type}`,
      `      name: ${scalar(name)}`,
      `      value: ${value}`,
    ]),
  ];
  // A card has one title, the name of the model.
  const section = format(report, 'markdown').replace(/^#/gm, '##');
  return `---\n${yaml.join('\n')}\n---\n\n${section}`;
}

interface CardMetric {
  type: string;
  name: string;
  value: number;
}

function getMetrics(report: Report): CardMetric[] {
  const { overall, breakdowns, rates, disparities, outcome } = report;
  const named = (type: string, name: string, { value }: Estimate): CardMetric[] =>
    Number.isFinite(value) ? [{ type, name, value }] : [];
  return [
    ...knownMetrics(rates).flatMap(({ name, title }) =>
      named(name, `${title} of all rows`, overall.rates[name] as Estimate),
    ),
    ...breakdowns.flatMap(({ by, reference, comparisons }) =>
      essentialDisparities(disparities, outcome).flatMap(({ name, title }) =>
        comparisons.flatMap(({ group, disparities: values }) =>
          named(
            name,
            `${title} of ${group} compared with ${reference} (by ${by.join(', ')})`,
            values[name] as Estimate,
          ),
        ),
      ),
    ),
  ];
}
