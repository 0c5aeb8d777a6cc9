// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm repeated`: compares variants of cases that a model decides many times.

import { basename, dirname, extname } from 'node:path';
import { joinedColumns, type WholeColumn } from '../../data/read-all-rows.js';
import { decidedOrScored, modelNames } from '../../repeated/log.js';
import { load } from '../../repeated/repeated.js';
import type { RepeatedInput } from '../../repeated/runs.js';
import { computing } from '../input/computing.js';
import { intakeOptions } from '../input/intake.js';
import { column, flag, number, ranges, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { type ResultFile, type RoleColumns, type Roles, readRoles, resultCommand, rolesIn } from '../result-command.js';

const sections = {
  Columns: {
    item: required(column('name', 'the case (item), such as a prompt without the name')),
    variant: required(column('name', 'the variant of the case, such as the name or the sex')),
    run: column('category', ['the run to which the row belongs', 'Default: each line is a separate run']),
    outcome: {
      ...column('category', [
        'the decision',
        'Default: outcome, which is the only score of a log, or whether a test passed',
      ]),
      default: 'outcome',
      orElse: ['score'],
    },
    score: {
      ...column('number', 'instead of --outcome: a number, such as a rating'),
      excludes: ['outcome', 'favorable'],
    },
    cluster: column(
      'category',
      'the cluster of the item, such as the passage of a question: items of it are not independent',
    ),
    rows: rows.rows,
    log: flag([
      'reject a FILE that is not a log',
      'Logs are recognized by their content, so this option is not needed',
    ]),
    ...intakeOptions,
  },
  Interpretation: {
    reference: required(text('VARIANT', 'the variant with which others are compared')),
    favorable: rows.favorable,
    missing: rows.missing,
    'missing-values': rows['missing-values'],
  },
  Planning: {
    detect: number(ranges.positive, [
      'the gap to detect, for planning the number of items',
      'Default: 0.05, or none for scores',
    ]),
    power: number(ranges.level, ['the probability of detecting this gap', 'Default: 0.8']),
  },
  Output: {
    ...documentFormatOptions,
    confidence: rows.confidence,
    permutations: number(ranges.whole(0, 1e6), [
      'number of random permutations in the test for an effect on any item',
      'Default: 999, or none for more than 50,000 scores',
    ]),
    seed: rows.seed,
  },
} as const;

export const repeated = resultCommand({
  name: 'repeated',
  usage: [
    'FILE.csv --item COLUMN --variant COLUMN --outcome COLUMN --reference VARIANT',
    'LOG... --item COLUMN --variant COLUMN [--score COLUMN] --reference VARIANT',
  ],
  takesSeveral: true,
  about:
    'Compares the decisions of a model on the same cases (items) across variants, such as names, and ' +
    'across runs: the gap between each variant and the reference, with items as independent units; the effect ' +
    'on individual items beyond the noise between runs, which a gap of 0 can hide; and the number of ' +
    'items that a study needs. Each row is a run. Logs of Inspect, lm-evaluation-harness, promptfoo, ' +
    'OpenAI evals, and HELM have the columns item, model, and run, the variables of the item, and the scores; ' +
    'several files are read as one table, in which --variant model or --variant file compares them.',
  sections,
  examples: [
    'results.json --item job --variant name --reference Emily --missing drop',
    'first.eval second.eval --item id --variant model --reference openai/gpt-4o --missing drop',
    'answers.csv --item prompt --variant name --run run --outcome hired --reference Emily',
    'ratings.csv --item resume --variant sex --score rating --reference m --format html --output ratings.html',
  ],
  async run(values, file) {
    const { reference, favorable, detect, power } = values;
    const { confidence, permutations, seed, missing, 'missing-values': missingValues } = values;
    const isNamed = values.outcome !== 'outcome' || values.score !== undefined;
    const roles = rolesIn(sections, values.score === undefined ? values : { ...values, outcome: undefined });
    const { input, origin, isLog } = await readRuns(file, roles);
    if (values.log && !isLog) {
      throw new UsageError(`--log requires a log of ${toolNames}. Remove --log to read the file as a table.`);
    }
    const { outcome, ...columns } = input;
    const result =
      isNamed || outcome === undefined || !isLog
        ? { outcome }
        : decidedOrScored(outcome as Parameters<typeof decidedOrScored>[0]);
    const { compareVariants } = await load();
    return computing(
      () =>
        compareVariants({
          ...columns,
          ...result,
          ...{ reference, favorable, detect, power },
          ...{ confidence, permutations, seed, missing, missingValues },
        }),
      origin,
    );
  },
});

const toolNames = 'Inspect, lm-evaluation-harness, promptfoo, OpenAI evals, or HELM';

/** Reads one table, or several that are joined. */
async function readRuns({ path, otherPaths, source, intake }: ResultFile, roles: Roles) {
  const paths = [path, ...otherPaths];
  const isFile = (name: unknown) => otherPaths.length > 0 && name === 'file';
  const named = Object.entries(roles.categories);
  const inFile = Object.fromEntries(named.filter(([, name]) => !isFile(name)));
  const tables: RoleColumns<Record<string, WholeColumn>>[] = [];
  for (const each of paths) {
    const table = await readRoles<Record<string, WholeColumn>>(each, { ...roles, categories: inFile }, intake);
    for (const [role, name] of named) {
      if (isFile(name)) table.input[role] = constant(basename(each), table.rows);
      else if (modelNames.includes(name as string) && otherPaths.length > 0) {
        const column = table.input[role] as WholeColumn;
        if (isBlank(column)) table.input[role] = constant(modelOf(each), table.rows);
      }
    }
    tables.push(table);
  }
  const [first] = tables as [(typeof tables)[0]];
  const models = new Set(tables.flatMap(({ log }) => log?.models ?? []));
  const used = [...named.map(([, name]) => name), ...(intake.where ?? []).map(({ column }) => column)];
  if (models.size > 1 && !used.some((name) => isFile(name) || modelNames.includes(name as string))) {
    throw new UsageError(
      `the log has results of ${models.size} models: ${[...models].join(', ')}. Pass --variant model to compare them, ` +
        'or --where model=NAME to read one.',
    );
  }
  const roleNames = Object.keys(first.input);
  const columns = roleNames.map((role) => {
    const all = tables.map(({ input }) => input[role] as WholeColumn);
    return [role, all.length === 1 ? all[0] : joinedColumns(all)];
  });
  return {
    input: Object.fromEntries(columns) as RepeatedInput,
    origin: otherPaths.length === 0 ? first.origin : { ...first.origin, path: source, hasSeveralFiles: true },
    isLog: tables.every(({ log }) => log !== undefined),
  };
}

const constant = (name: string, rows: number): WholeColumn => ({ codes: new Uint32Array(rows), categories: [name] });

const isBlank = (column: WholeColumn): boolean => 'codes' in column && column.categories.every((name) => name === '');

/** Returns the name of the model of a file without one: lm-evaluation-harness names the folder. */
const modelOf = (path: string): string =>
  /^samples_/.test(basename(path)) ? basename(dirname(path)) || basename(path) : basename(path, extname(path));
