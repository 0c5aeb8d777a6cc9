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
  Promise.all(Object.values(commands).map(async ({ summary, load }) => ({ ...(await load()), summary })));

export const commands: Readonly<Record<string, Entry>> = {
  audit: {
    summary: 'compare groups in a CSV file of decisions',
    load: async () => (await import('./audit/audit.js')).audit,
  },
  classes: {
    summary: 'compare multiclass predictions across groups in a CSV file',
    load: async () => (await import('./commands/classes.js')).classes,
  },
  errors: {
    summary: 'compare regression predictions across groups in a CSV file',
    load: async () => (await import('./commands/errors.js')).errors,
  },
  labels: {
    summary: 'compare multilabel predictions across groups in a CSV file',
    load: async () => (await import('./commands/labels.js')).labels,
  },
  compare: {
    summary: 'compare two sets of predictions for the same rows by group',
    load: async () => (await import('./commands/compare.js')).compare,
  },
  impact: {
    summary: 'print tables of selection rates and impact ratios',
    load: async () => (await import('./commands/impact.js')).impact,
  },
  metric: {
    summary: 'compute one metric from columns of a CSV file',
    load: async () => (await import('./metric/metric.js')).metric,
  },
  amplification: {
    summary: 'measure bias amplification of predictions in a CSV file',
    load: async () => (await import('./commands/amplification.js')).amplification,
  },
  captions: {
    summary: 'measure bias amplification of captions',
    load: async () => (await import('./commands/captions.js')).captions,
  },
  coverage: {
    summary: 'measure coverage and size of prediction intervals or sets by group',
    load: async () => (await import('./commands/coverage.js')).coverage,
  },
  leakage: {
    summary: 'measure leakage: the gain in quality of attackers on predictions over labels',
    load: async () => (await import('./commands/leakage.js')).leakage,
  },
  dpa: {
    summary: 'measure directional predictability amplification (DPA)',
    load: async () => (await import('./commands/dpa.js')).dpa,
  },
  lic: {
    summary: 'measure leakage in generated captions compared with human captions (LIC)',
    load: async () => (await import('./commands/lic.js')).lic,
  },
  dbac: {
    summary: 'measure directional bias amplification in captions (DBAC)',
    load: async () => (await import('./commands/dbac.js')).dbac,
  },
  robustness: {
    summary: 'certify the robustness of a network’s decisions',
    load: async () => (await import('./commands/robustness.js')).robustness,
  },
  slices: {
    summary: 'find the slices of rows with the highest error',
    load: async () => (await import('./commands/slices.js')).slices,
  },
  proxies: {
    summary: 'find columns that reveal a group',
    load: async () => (await import('./commands/proxies.js')).proxies,
  },
  recourse: {
    summary: 'find subgroups in which recourse differs between groups',
    load: async () => (await import('./commands/recourse.js')).recourse,
  },
  repeated: {
    summary: 'compare repeated decisions of a model on variants of the same cases',
    load: async () => (await import('./commands/repeated.js')).repeated,
  },
  benchmark: {
    summary: 'compute the scores of a bias benchmark for language models',
    load: async () => (await import('./commands/benchmark.js')).benchmark,
  },
  exposure: {
    summary: 'compare rates per exposure, such as errors per word, by group',
    load: async () => (await import('./commands/exposure.js')).exposure,
  },
  shares: {
    summary: 'compare the shares of groups with the shares in a population',
    load: async () => (await import('./commands/shares.js')).shares,
  },
  amounts: {
    summary: 'compare amounts, such as pay or waiting times, by group',
    load: async () => (await import('./commands/amounts.js')).amounts,
  },
  pay: {
    summary: 'compute gender pay gap figures in the form of a rule',
    load: async () => (await import('./commands/pay.js')).pay,
  },
  rankings: {
    summary: 'measure the representation and exposure of groups in ranked lists',
    load: async () => (await import('./commands/rankings.js')).rankings,
  },
  monitoring: {
    summary: 'monitor gaps between rates over time',
    load: async () => (await import('./commands/monitoring.js')).monitoring,
  },
  predict: {
    summary: 'score the rows of a table with a model in an ONNX file',
    load: async () => (await import('./commands/predict.js')).predict,
  },
  sql: {
    summary: 'print a SQL query that counts rows in a database',
    load: async () => (await import('./commands/sql.js')).sql,
  },
  thresholds: {
    summary: 'compute the cost of equal rates with group-specific thresholds',
    load: async () => (await import('./commands/thresholds.js')).thresholds,
  },
  metrics: { summary: 'list the metrics', load: async () => (await import('./metric/explain.js')).metrics },
  explain: { summary: 'explain a metric', load: async () => (await import('./metric/explain.js')).explain },
  examples: {
    summary: 'list the built-in examples',
    load: async () => (await import('./commands/examples.js')).examples,
  },
  verify: {
    summary: 'reproduce the report in an evidence folder and compare both reports',
    load: async () => (await import('./commands/verify.js')).verify,
  },
  report: {
    summary: 'convert a stored report to another format',
    load: async () => (await import('./commands/report.js')).report,
  },
  open: {
    summary: 'open the page in a browser and load a file',
    load: async () => (await import('./commands/open.js')).open,
  },
  mcp: {
    summary: 'serve audits to an assistant (Model Context Protocol)',
    load: async () => (await import('./mcp/mcp.js')).mcp,
  },
  completion: {
    summary: 'print a shell completion script',
    load: async () => (await import('./commands/completion.js')).getCompletion(everyCommand),
  },
};
