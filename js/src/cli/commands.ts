// SPDX-License-Identifier: Apache-2.0
//
// The table of commands. Summaries are here and not in the commands' own files: `fairwasm --help` lists the commands
// without loading them.

import type { Command } from './command.js';

interface Entry {
  /** One line for the list of commands. */
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
    summary: 'compare how groups fare in a CSV file of decisions',
    load: async () => (await import('./audit.js')).audit,
  },
  classes: {
    summary: 'compare how well several classes are predicted for groups in a CSV file',
    load: async () => (await import('./classes.js')).classes,
  },
  errors: {
    summary: 'compare how well numbers are predicted for groups in a CSV file',
    load: async () => (await import('./errors.js')).errors,
  },
  labels: {
    summary: 'compare how well several labels at once are predicted for groups in a CSV file',
    load: async () => (await import('./labels.js')).labels,
  },
  compare: {
    summary: 'compare two predictions of the same rows by group',
    load: async () => (await import('./compare.js')).compare,
  },
  impact: {
    summary: 'tables of selection rates and impact ratios',
    load: async () => (await import('./impact.js')).impact,
  },
  metric: {
    summary: 'compute one metric from columns of a CSV file',
    load: async () => (await import('./metric.js')).metric,
  },
  amplification: {
    summary: 'measure how predictions amplify what goes together in a CSV file',
    load: async () => (await import('./amplification.js')).amplification,
  },
  captions: {
    summary: 'measure how captions amplify what training said about groups',
    load: async () => (await import('./captions.js')).captions,
  },
  leakage: {
    summary: 'measure how much better attackers do with predictions than with the truth',
    load: async () => (await import('./leakage.js')).leakage,
  },
  dpa: {
    summary: 'measure how predictable attribute and task make each other',
    load: async () => (await import('./dpa.js')).dpa,
  },
  lic: {
    summary: 'measure how much generated captions give away beyond human ones',
    load: async () => (await import('./lic.js')).lic,
  },
  robustness: {
    summary: 'certify a network’s decisions from a CSV file of its scores',
    load: async () => (await import('./robustness.js')).robustness,
  },
  slices: {
    summary: 'find the groups of rows in which a model errs most',
    load: async () => (await import('./slices.js')).slices,
  },
  predict: {
    summary: 'score the rows of a table with a model in an ONNX file',
    load: async () => (await import('./predict.js')).predict,
  },
  sql: {
    summary: 'print the statement that counts rows in a database',
    load: async () => (await import('./sql.js')).sql,
  },
  thresholds: {
    summary: 'what equalizing groups by thresholds of their own would cost',
    load: async () => (await import('./thresholds.js')).thresholds,
  },
  metrics: {
    summary: 'list the metrics',
    load: async () => (await import('./metrics.js')).metrics,
  },
  explain: {
    summary: 'say what a metric means',
    load: async () => (await import('./metrics.js')).explain,
  },
  examples: {
    summary: 'list the built-in examples',
    load: async () => (await import('./examples.js')).examples,
  },
  verify: {
    summary: 'make the report of an evidence folder again, and compare',
    load: async () => (await import('./verify.js')).verify,
  },
  report: {
    summary: 'show a stored report again, in any form',
    load: async () => (await import('./report.js')).report,
  },
  completion: {
    summary: 'print a script that completes commands and options in a shell',
    load: async () => (await import('./completion.js')).completionOf(everyCommand),
  },
};
