// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm verify`: reproduces the report of an evidence folder from the data, and compares it byte for
// byte.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { getMax } from '../../core/extremes.js';
import { isPlain } from '../../core/options.js';
import { oneLine } from '../../document/format.js';
import { padRight, wrap } from '../../document/layout.js';
import { load } from '../../fairwasm.js';
import {
  type Evidence,
  evidenceFiles,
  getJson,
  getMark,
  getSums,
  moduleMarks,
  type Recorded,
  sha256,
} from '../audit/evidence.js';
import { auditArguments } from '../audit/options.js';
import { fileReport } from '../audit/sources.js';
import { argumentCommand, type ExitCode, exitCodes, InputError, parse, type SectionValues } from '../command.js';
import { withFile } from '../input/input.js';
import { text } from '../options/options.js';
import { requireChoice, UsageError } from '../options/usage.js';
import { writeStandardOutput } from '../output/output.js';
import { packageVersion } from '../version.js';

const sections = { Output: { format: text('text|json', 'output format', 'text') } } as const;

export const verify = argumentCommand({
  name: 'verify',
  usage: ['FOLDER FILE.csv [--format text|json]'],
  about:
    'Reproduces the report in FOLDER (from `fairwasm audit --evidence FOLDER`) with the ' +
    'recorded options and your copy of the data, and compares both reports byte for byte. Detects ' +
    'any change to the data, options, report, or computing modules, and a different version of ' +
    'fairwasm.' +
    '\n\n' +
    'Anyone who can change the folder can also replace it with a consistent one: compare the ' +
    'printed SHA-256 with a published or signed value.',
  sections,
  closing: 'Exit codes: 0 everything matches, 1 a file cannot be read, 2 invalid usage, 3 something differs.',
  examples: ['fairwasm audit people.csv --prediction decision --group sex --evidence proof', 'proof people.csv'],
  run,
});

/** One comparison. */
interface Check {
  what: string;
  isSame: boolean;
  /** The difference; empty if there is none. */
  detail: string;
}

const check = (subject: string, detail: string): Check => ({ what: subject, isSame: detail === '', detail });

const expectSame = (recorded: unknown, result: string): string =>
  recorded === result ? '' : `recorded: ${oneLine(String(recorded))}, found: ${result}`;

type Given = SectionValues<typeof sections>;

async function run(values: Given, positionals: readonly string[]): Promise<ExitCode> {
  const format = requireChoice('--format', values.format, ['text', 'json']);
  const [folder, data, ...more] = positionals;
  if (folder === undefined || data === undefined || more.length > 0) {
    throw new UsageError('pass the evidence folder and the data file');
  }
  const texts = await readFolder(folder);
  const checks = await allChecks(texts, data);
  const isSame = checks.every((each) => each.isSame);
  const digest = sha256(texts.sums);
  const text =
    format === 'json'
      ? `${JSON.stringify({ isSame, sha256: digest, checks }, null, 2)}\n`
      : asText(folder, digest, checks);
  await writeStandardOutput(text);
  return isSame ? exitCodes.ok : exitCodes.limitCrossed;
}

type Texts = Record<keyof typeof evidenceFiles, Buffer>;

async function readFolder(folder: string): Promise<Texts> {
  const read = async ([part, name]: [string, string]) => {
    const path = join(folder, name);
    return [part, await withFile(path, () => readFile(path))];
  };
  return Object.fromEntries(await Promise.all(Object.entries(evidenceFiles).map(read))) as Texts;
}

async function allChecks({ evidence: text, report, sums }: Texts, data: string): Promise<Check[]> {
  const areWhole = sums.equals(Buffer.from(getSums(text, report)));
  const whole = check(
    evidenceFiles.sums,
    areWhole ? '' : `${evidenceFiles.evidence}, ${evidenceFiles.report}, or the checksums were changed`,
  );
  const evidence = parseEvidence(text);
  if (typeof evidence === 'string') return [whole, check(evidenceFiles.evidence, evidence)];
  const { input, fairwasm, modules, options } = evidence;
  const found = await withFile(data, () => getMark(data));
  const sameData = check('data', expectSame(input.sha256, found.sha256));
  const checks = [
    whole,
    sameData,
    check('fairwasm version', expectSame(fairwasm, await packageVersion())),
    ...Object.entries(await moduleMarks('classes.wasm' in modules)).map(([name, mark]) =>
      check(name, expectSame(modules[name], mark)),
    ),
  ];
  if (!sameData.isSame) return [...checks, check('report', 'not reproduced, because the data differ')];
  return [...checks, check('report', await compareReport(report, data, input.name, options))];
}

/** Returns the recorded evidence, or why it cannot be used. */
function parseEvidence(text: Buffer): Evidence | string {
  let given: Partial<Evidence>;
  try {
    given = Object(JSON.parse(text.toString('utf8')));
  } catch {
    return 'is not valid JSON';
  }
  if (given.format !== 'fairwasm-evidence' || given.version !== 1) {
    return "does not have the format 'fairwasm-evidence', version 1";
  }
  const areThere = [given.options, given.input, given.modules].every(isPlain);
  return areThere ? (given as Evidence) : 'lacks options, input, or modules';
}

async function compareReport(
  recorded: Buffer,
  data: string,
  name: string,
  options: Evidence['options'],
): Promise<string> {
  let report: string;
  try {
    report = await auditAgain(data, name, options);
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputError) {
      return `cannot be reproduced: ${error.message}`;
    }
    throw error;
  }
  if (recorded.equals(Buffer.from(report))) return '';
  const lines = report.split('\n');
  const line = recorded
    .toString('utf8')
    .split('\n')
    .findIndex((each, i) => each !== lines[i]);
  return `line ${line + 1} differs in the reproduced report`;
}

function asText(folder: string, digest: string, checks: readonly Check[]): string {
  const width = getMax(checks.map(({ what }) => what.length));
  const lines = checks.flatMap(({ what, isSame, detail }) => {
    const [first = '', ...rest] = wrap(isSame ? 'the same' : `differs: ${detail}`, 76 - width);
    const indent = ' '.repeat(width + 4);
    return [`  ${padRight(what, width)}  ${first}`, ...rest.map((line) => indent + line)];
  });
  const count = checks.filter(({ isSame }) => !isSame).length;
  const sum = count === 0 ? 'Everything matches.' : `${count} of ${checks.length} differ.`;
  return [
    ...wrap(oneLine(basename(folder)), 80),
    '',
    ...lines,
    '',
    sum,
    `SHA-256 of ${evidenceFiles.sums}:`,
    `  ${digest}`,
    '',
  ].join('\n');
}

/** Recomputes the report of the file `path`, named `source`, with the recorded options, as JSON. */
async function auditAgain(path: string, source: string, given: Recorded): Promise<string> {
  const argv = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((each) => (each === true ? `--${name}` : `--${name}=${each}`)),
  );
  const { values, positionals } = parse([...argv, '--', path], auditArguments);
  return getJson(await fileReport(positionals, values, { source })(await load()));
}
