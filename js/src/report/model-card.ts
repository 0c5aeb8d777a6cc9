// SPDX-License-Identifier: Apache-2.0
//
// The report as a part of a model card: results as Hugging Face's hub reads them (`model-index`, in the card's YAML), and
// a section of Markdown for people.

import type { Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { requireReport } from './check-report.js';
import { reportMarkdown } from './markdown.js';
import { essentialDisparities, knownMetrics } from './ranking.js';
import { oneLine } from './shown.js';

// Text in JSON's quotes is a double-quoted scalar of YAML, whatever is in it.
const scalar = (text: string): string => JSON.stringify(oneLine(text));

/**
 * The report as a model card's beginning: YAML between its rules, then Markdown. Metrics are all rates of all rows and the
 * disparities that a summary is about, by name of this package; those that are undefined or infinite are left out, as a
 * `model-index` has numbers only. Text from the data is escaped for both.
 *
 * Source: https://github.com/huggingface/hub-docs/blob/main/modelcard.md
 *
 * @param model What the model is called; left out: what was audited.
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
    ...metricsOf(report).flatMap(({ type, name, value }) => [
      `    - type: ${type}`,
      `      name: ${scalar(name)}`,
      `      value: ${value}`,
    ]),
  ];
  // A card has one title, which is the model's.
  const section = reportMarkdown(report).replace(/^#/gm, '##');
  return `---\n${yaml.join('\n')}\n---\n\n${section}`;
}

interface CardMetric {
  type: string;
  name: string;
  value: number;
}

function metricsOf(report: Report): CardMetric[] {
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
