// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm classes`: a CSV file whose label has several classes, audited by group.

import type { ClassInput } from '../classes/class-input.js';
import { load } from '../classes/classes.js';
import { classesHtml } from '../classes/html.js';
import { classesMarkdown } from '../classes/markdown.js';
import type { ClassReport, LabelReport } from '../classes/report.js';
import { classesText } from '../classes/text.js';
import { type ClassFormat, classFormats } from './class-options.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  listOf,
  parse,
  requireChoice,
  requireDelimiter,
  requireFile,
  requireNumber,
  requireOnce,
  UsageError,
} from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { formatOptions, requireFormat } from './format.js';
import { isColored, requireOtherFile, terminalWidth, writeOutput } from './output.js';

const help = `Usage: fairwasm classes FILE.csv --label COLUMN --prediction COLUMN
                        --group COLUMN

Compares multiclass predictions across groups of people: accuracy, averages over
classes, agreement beyond chance, and each class against the rest, sorted by the
size of the gap. The file needs a header row; use - for standard input. Nothing
leaves this machine.

Columns
  --label COLUMN         the true class
  --prediction COLUMN    the predicted class
  --group COLUMN,...     the attributes that define groups; may be repeated;
                         escape a comma within a name as \\,
  --probability COLUMN,...
                         predicted probabilities, one column per class in the
                         order of --classes; adds log loss, Brier scores, and
                         AUC
  --weight COLUMN        weight of each row. Default: 1
  --cluster COLUMN       the person that each row belongs to, if people have
                         several rows
  --delimiter CHARACTER  field separator ('tab' for a tab). Default: detected in
                         the header

Interpretation
  --classes NAME,...     all classes, in order, including any that do not occur.
                         Default: sorted by number or alphabetically
  --ordered              the classes are ordered, such as low, medium, and high:
                         near misses count less than distant ones
  --missing error|drop   stop at a row with a missing value, or drop such rows.
                         Default: error

Output
  --rate NAME            the rate by which each class is compared with the
                         rest. Default: truePositiveRate (recall)
  --format text|json|markdown|html
                         Default: from the extension of --output, or text.
                         JSON has every metric and the confusion
                         matrices, which HTML shows as heat maps
  --output FILE          write to a file instead of standard output, completely
                         or not at all
  --confidence NUMBER    level of the confidence intervals. Default: 0.95
  --no-intervals         omit confidence intervals and tests

Exit codes: 0 success, 1 unusable input, 2 invalid usage.

Examples
  fairwasm classes triage.csv --label urgency --prediction predicted \\
    --group sex,age --classes low,medium,high --ordered
  fairwasm classes species.csv --label true --prediction guess --group site \\
    --probability p_cat,p_dog,p_fox --format json`;

const options = {
  label: { type: 'string' },
  prediction: { type: 'string' },
  group: { type: 'string', multiple: true },
  probability: { type: 'string', multiple: true },
  weight: { type: 'string' },
  cluster: { type: 'string' },
  delimiter: { type: 'string' },
  classes: { type: 'string', multiple: true },
  ordered: { type: 'boolean', default: false },
  missing: { type: 'string' },
  rate: { type: 'string', default: 'truePositiveRate' },
  ...formatOptions,
  confidence: { type: 'string' },
  'no-intervals': { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, classFormats);
  const { label, prediction, groups, probabilities, weight, cluster } = namesOf(values);
  const delimiter = requireDelimiter(values.delimiter);
  await requireOtherFile(values.output, path);
  const how = howOf(values);
  const asked = {
    categories: [label, prediction, ...groups, cluster],
    numbers: [...probabilities, weight],
  };
  const columns = await readByRole(path, asked, delimiter);
  const door = await load();
  const byRole = { label, prediction, weight, cluster };
  const known = Object.entries(byRole).filter(([, name]) => name !== undefined);
  const named = [...groups, ...probabilities].map((name) => [name, name] as const);
  const origin = {
    path,
    columns: Object.fromEntries([...known, ...named]) as Record<string, string>,
    delimiter,
  };
  const report = await computing(() => {
    const audit = door.audit({
      ...how,
      label: columns.category(label),
      prediction: columns.category(prediction),
      groups: columns.categories(groups),
      probabilities: probabilities.length === 0 ? undefined : columns.numbers(probabilities),
      weight: weight === undefined ? undefined : columns.number(weight),
      cluster: cluster === undefined ? undefined : columns.category(cluster),
    });
    return audit.report({ source: path === '-' ? 'standard input' : path, rate: values.rate });
  }, origin);
  await writeReport(report, format, values.output);
  return exitCodes.ok;
}

/** Several classes, or several labels at once, in any format that they have. */
export async function writeReport(
  report: ClassReport | LabelReport,
  format: ClassFormat,
  output: string | undefined,
): Promise<void> {
  const renderers: Readonly<Record<ClassFormat, () => string>> = {
    text: () => classesText(report, { color: isColored(output), width: terminalWidth(output) }),
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    markdown: () => classesMarkdown(report),
    html: () => classesHtml(report),
  };
  await writeOutput(renderers[format](), output);
}

function namesOf({ label, prediction, group, probability, weight, cluster }: Values) {
  if (label === undefined) throw new UsageError('give --label, the column of the true class');
  if (prediction === undefined)
    throw new UsageError('give --prediction, the column of the predicted class');
  const groups = listOf(group);
  if (groups.length === 0) throw new UsageError('give --group, the columns with the groups');
  const probabilities = listOf(probability);
  requireOnce('--group', groups);
  requireOnce('--probability', probabilities);
  const others = { weight: weight as string, cluster: cluster as string };
  return {
    label,
    prediction,
    groups,
    probabilities,
    ...(Object.fromEntries(
      Object.entries(others).filter(([, name]) => name !== undefined),
    ) as Partial<typeof others>),
  };
}

function howOf(
  values: Values,
): Pick<ClassInput, 'classes' | 'ordered' | 'missing' | 'uncertainty'> {
  const { ordered, missing } = values;
  return {
    classes: values.classes && listOf(values.classes),
    ordered,
    missing:
      missing === undefined
        ? undefined
        : requireChoice('--missing', missing, ['error', 'drop'] as const),
    uncertainty: intervalsOf(values),
  };
}

/** What --confidence and --no-intervals say. Throws {@link UsageError}. */
export function intervalsOf(values: {
  confidence?: string | undefined;
  'no-intervals': boolean;
}): false | { confidence?: number } {
  const { confidence } = values;
  if (values['no-intervals'] && confidence !== undefined) {
    throw new UsageError('--confidence has no effect with --no-intervals. Remove one of them.');
  }
  if (values['no-intervals']) return false;
  if (confidence === undefined) return {};
  const asked = requireNumber('--confidence', confidence);
  if (asked > 0 && asked < 1) return { confidence: asked };
  throw new UsageError(`--confidence takes a number between 0 and 1, not '${confidence}'`);
}

export const classes: Command = {
  name: 'classes',
  help,
  options,
  run,
};
