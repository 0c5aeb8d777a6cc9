// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm benchmark`: scores of bias benchmarks of language models, from answers in a CSV file.

import type { BenchmarkReport } from '../../repeated/benchmarks.js';
import { load, type Repeated } from '../../repeated/repeated.js';
import { intakeOptions } from '../input/intake.js';
import { choice, column, required } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

/** The method of each benchmark, and its columns of numbers. */
const benchmarks = {
  bbq: { method: 'bbq', numbers: ['correct', 'biased', 'unknown'] },
  'crows-pairs': { method: 'crowsPairs', numbers: ['stereotype'] },
  stereoset: { method: 'stereoSet', numbers: ['meaningful', 'stereotype'] },
} as const satisfies Record<string, { method: keyof Repeated; numbers: readonly string[] }>;
const names = Object.keys(benchmarks) as (keyof typeof benchmarks)[];
const special = ['context', 'correct', 'biased', 'unknown', 'stereotype', 'meaningful'];

export const benchmark = columnCommand({
  name: 'benchmark',
  usage: ['FILE.csv --benchmark bbq|crows-pairs|stereoset --item COLUMN'],
  about:
    'Computes the scores of a bias benchmark for language models by category, with confidence ' +
    'intervals over items: accuracy, s_AMB, and s_DIS of BBQ, the proportion of stereotyping ' +
    'preferences in CrowS-Pairs, or the ICAT score of StereoSet.',
  sections: {
    Columns: {
      benchmark: required(choice(names, 'the benchmark')),
      item: required(
        column('name', ['the item', 'rows of the same item, such as several runs, are treated as dependent']),
      ),
      category: column('category', ['the category of bias, such as gender', 'Default: one category for all rows']),
      context: column('category', 'for bbq: whether the context is ambig or disambig'),
      correct: column('number', 'for bbq: 1 if the answer is correct, otherwise 0'),
      biased: column('number', 'for bbq: 1 if the answer agrees with the bias, otherwise 0'),
      unknown: column('number', 'for bbq: 1 if the answer is “unknown”, otherwise 0'),
      stereotype: column(
        'number',
        'for crows-pairs and stereoset: 1 if the model prefers the more stereotyping answer, otherwise 0',
      ),
      meaningful: column(
        'number',
        'for stereoset: how often a meaningful answer is preferred to an unrelated one, from 0 to 1',
      ),
      ...intakeOptions,
    },
    Interpretation: { missing: rows.missing, 'missing-values': rows['missing-values'] },
    Output: { ...documentFormatOptions, confidence: rows.confidence },
  },
  examples: [
    'answers.csv --benchmark bbq --item id --category axis --context context --correct correct --biased biased --unknown unknown',
    'pairs.csv --benchmark crows-pairs --item pair --category type --stereotype prefers_stereotype',
  ],
  check(values) {
    const numbers: readonly string[] = benchmarks[values.benchmark].numbers;
    const needed = values.benchmark === 'bbq' ? ['context', ...numbers] : numbers;
    const given: Readonly<Record<string, unknown>> = values;
    const absent = needed.find((name) => given[name] === undefined);
    if (absent !== undefined) {
      throw new UsageError(`pass --${absent}, which --benchmark ${values.benchmark} requires`);
    }
    const unexpected = special.find((name) => given[name] !== undefined && !needed.includes(name));
    if (unexpected !== undefined) {
      throw new UsageError(`--${unexpected} has no effect with --benchmark ${values.benchmark}`);
    }
  },
  compute: async (input: object, { benchmark: kind, confidence, missing, 'missing-values': missingValues }) => {
    const repeated = await load();
    const compute = repeated[benchmarks[kind].method] as (input: object) => BenchmarkReport;
    return compute({ ...input, confidence, missing, missingValues });
  },
});
