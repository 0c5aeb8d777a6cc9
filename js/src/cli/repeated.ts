// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm repeated`: compares variants of cases that a model decides many times.

import { text as getText } from 'node:stream/consumers';
import { runsFromLog } from '../repeated/log.js';
import { load } from '../repeated/repeated.js';
import type { RepeatedInput } from '../repeated/runs.js';
import { computing } from './computing.js';
import { documentFormatOptions } from './format.js';
import { withInput } from './input.js';
import { intakeOptions } from './intake.js';
import { column, flag, number, ranges, required, text } from './options.js';
import { readRoles, resultCommand, rolesIn } from './result-command.js';
import { rows } from './rows.js';
import { getList } from './usage.js';

const sections = {
  Columns: {
    item: required(column('name', 'the case (item), such as a prompt without the name')),
    variant: required(column('name', 'the variant of the case, such as the name or the sex')),
    run: column('category', 'the run to which the row belongs. Default: each line is a separate run'),
    outcome: { ...column('category', 'the decision'), orElse: ['score', 'log'] },
    score: {
      ...column('number', 'instead of --outcome: a number, such as a rating'),
      excludes: ['outcome', 'favorable'],
    },
    cluster: column(
      'category',
      'the cluster of the item, such as the passage of a question: items of it are not independent',
    ),
    rows: rows.rows,
    log: flag(
      'FILE contains JSON results from promptfoo, or a JSON log from Inspect: --item and --variant then ' +
        'name variables or metadata keys, and --score names a score; without --score, a passed test counts as 1',
    ),
    provider: { ...text('NAME', 'the provider to use if a log contains several'), requires: ['log'] },
    ...intakeOptions,
  },
  Interpretation: {
    reference: required(text('VARIANT', 'the variant with which others are compared')),
    favorable: rows.favorable,
    missing: rows.missing,
    'missing-values': rows['missing-values'],
  },
  Planning: {
    detect: number(
      ranges.positive,
      'the gap to detect, for planning the number of items. Default: 0.05, or none for scores',
    ),
    power: number(ranges.level, 'the probability of detecting this gap. Default: 0.8'),
  },
  Output: {
    ...documentFormatOptions,
    confidence: rows.confidence,
    permutations: number(
      ranges.whole(0, 1e6),
      'number of random permutations in the test for an effect on any item. Default: 999, or none ' +
        'for more than 50,000 scores',
    ),
    seed: rows.seed,
  },
} as const;

export const repeated = resultCommand({
  name: 'repeated',
  usage: ['FILE.csv --item COLUMN --variant COLUMN --outcome COLUMN --reference VARIANT'],
  about:
    'Compares the decisions of a model on the same cases (items) across variants, such as names, and ' +
    'across runs: the gap between each variant and the reference, with items as independent units; the effect ' +
    'on individual items beyond the noise between runs, which a gap of 0 can hide; and the number of ' +
    'items that a study needs. Each row is a run.',
  sections,
  examples: [
    'results.json --log --item job --variant name --reference Emily --missing drop',
    'answers.csv --item prompt --variant name --run run --outcome hired --reference Emily',
    'ratings.csv --item resume --variant sex --score rating --reference m --format html --output ratings.html',
  ],
  async run(values, { path, intake }) {
    const { reference, favorable, detect, power } = values;
    const { confidence, permutations, seed, missing, 'missing-values': missingValues } = values;
    const { input, origin } = values.log
      ? await readLog(path, values)
      : await readRoles<RepeatedInput>(path, rolesIn(sections, values), intake);
    const { compareVariants } = await load();
    return computing(
      () =>
        compareVariants({
          ...input,
          ...{ reference, favorable, detect, power },
          ...{ confidence, permutations, seed, missing, missingValues },
        }),
      origin,
    );
  },
});

interface LogOptions {
  item: string;
  variant: string;
  score?: string | undefined;
  provider?: string | undefined;
}

async function readLog(path: string, { item, variant, score, provider }: LogOptions) {
  const text = await withInput(path, [], (source) => getText(source));
  const log = await computing(() => runsFromLog(text, { item: getList([item]), variant, score, provider }));
  return { input: log as RepeatedInput, origin: undefined };
}
