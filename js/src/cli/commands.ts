// SPDX-License-Identifier: Apache-2.0
//
// The table of commands. It includes their summaries so that `fairwasm --help` need not load the commands.

import type { Command } from './command.js';

interface Entry {
  /** A one-line summary. */
  summary: string;
  /** Loads the command. */
  load: () => Promise<Command>;
}

const everyCommand = () =>
  Promise.all(
    Object.values(commands).map(async ({ summary, load }) => ({ ...(await load()), summary })),
  );

export const commands: Readonly<Record<string, Entry>> = {
  audit: {
    summary: 'compare groups in a CSV file of decisions',
    load: async () => (await import('./audit.js')).audit,
  },
  classes: {
    summary: 'compare multiclass predictions across groups in a CSV file',
    load: async () => (await import('./classes.js')).classes,
  },
  errors: {
    summary: 'compare regression predictions across groups in a CSV file',
    load: async () => (await import('./errors.js')).errors,
  },
  labels: {
    summary: 'compare multilabel predictions across groups in a CSV file',
    load: async () => (await import('./labels.js')).labels,
  },
  compare: {
    summary: 'compare two sets of predictions for the same rows by group',
    load: async () => (await import('./compare.js')).compare,
  },
  impact: {
    summary: 'print tables of selection rates and impact ratios',
    load: async () => (await import('./impact.js')).impact,
  },
  metric: {
    summary: 'compute one metric from columns of a CSV file',
    load: async () => (await import('./metric.js')).metric,
  },
  amplification: {
    summary: 'measure bias amplification of predictions in a CSV file',
    load: async () => (await import('./amplification.js')).amplification,
  },
  captions: {
    summary: 'measure bias amplification of captions',
    load: async () => (await import('./captions.js')).captions,
  },
  leakage: {
    summary: 'measure leakage: how well attackers do with predictions versus true labels',
    load: async () => (await import('./leakage.js')).leakage,
  },
  dpa: {
    summary: 'measure directional predictability amplification (DPA)',
    load: async () => (await import('./dpa.js')).dpa,
  },
  lic: {
    summary: 'measure leakage of generated captions beyond human captions (LIC)',
    load: async () => (await import('./lic.js')).lic,
  },
  robustness: {
    summary: 'certify the robustness of a network’s decisions from a CSV file of scores',
    load: async () => (await import('./robustness.js')).robustness,
  },
  slices: {
    summary: 'find the slices of rows with the highest error',
    load: async () => (await import('./slices.js')).slices,
  },
  predict: {
    summary: 'score the rows of a table with a model in an ONNX file',
    load: async () => (await import('./predict.js')).predict,
  },
  sql: {
    summary: 'print a SQL query that counts rows in a database',
    load: async () => (await import('./sql.js')).sql,
  },
  thresholds: {
    summary: 'compute the cost of equalizing groups with group-specific thresholds',
    load: async () => (await import('./thresholds.js')).thresholds,
  },
  metrics: {
    summary: 'list the metrics',
    load: async () => (await import('./metrics.js')).metrics,
  },
  explain: {
    summary: 'explain a metric',
    load: async () => (await import('./metrics.js')).explain,
  },
  examples: {
    summary: 'list the built-in examples',
    load: async () => (await import('./examples.js')).examples,
  },
  verify: {
    summary: 'reproduce and compare the report of an evidence folder',
    load: async () => (await import('./verify.js')).verify,
  },
  report: {
    summary: 'convert a stored report to another format',
    load: async () => (await import('./report.js')).report,
  },
  completion: {
    summary: 'print a shell completion script',
    load: async () => (await import('./completion.js')).getCompletion(everyCommand),
  },
};
