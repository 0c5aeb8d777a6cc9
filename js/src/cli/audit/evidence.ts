// SPDX-License-Identifier: Apache-2.0
//
// Evidence of an audit: a folder from which anyone who has the data can reproduce the report. It contains the
// report, the options and versions, and the SHA-256 of both, in the format of `sha256sum -c SHA256SUMS`. It
// does not prove who made it: anyone who can change the folder can replace all of it.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClassReport } from '../../classes/report.js';
import { oneLine } from '../../document/format.js';
import { format } from '../../report/all-results.js';
import type { Report } from '../../report/report.js';
import { InputError, type parseTexts } from '../command.js';
import { getName } from '../input/input.js';
import { interruptible } from '../output/output.js';
import { packageVersion } from '../version.js';

/** The name, size, and SHA-256 of a file when it was read. */
export interface FileMark {
  name: string;
  bytes: number;
  sha256: string;
}

/** The command-line options that determine the report, by name. */
export type Recorded = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The contents of `evidence.json`. */
export interface Evidence {
  format: 'fairwasm-evidence';
  version: 1;
  /** The version that computed the report, and the SHA-256 of its WebAssembly modules. */
  fairwasm: string;
  modules: Readonly<Record<string, string>>;
  node: string;
  command: 'audit';
  options: Recorded;
  input: FileMark;
}

export const evidenceFiles = { evidence: 'evidence.json', report: 'report.json', sums: 'SHA256SUMS' } as const;

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Computes the SHA-256 of bytes as they pass through. */
export class Marking {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      this.#bytes += chunk.byteLength;
      yield chunk;
    }
  }

  /** Returns the mark after all bytes have passed. */
  mark(name: string): FileMark {
    return { name, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Returns the mark of a file as it is now. */
export async function getMark(path: string): Promise<FileMark> {
  const marking = new Marking();
  for await (const _ of marking.through(createReadStream(path)));
  return marking.mark(path);
}

/** Returns the marks of the modules that an audit uses, including the multiclass module if needed. */
export async function moduleMarks(ofClasses = false): Promise<Record<string, string>> {
  const names = ['core', 'text', ...(ofClasses ? ['classes'] : [])];
  const marks = names.map(async (name) => {
    const bytes = await readFile(fileURLToPath(new URL(`../../wasm/${name}.wasm`, import.meta.url)));
    return [`${name}.wasm`, sha256(bytes)];
  });
  return Object.fromEntries(await Promise.all(marks));
}

/** Returns the checksums of the folder's files in the format of `sha256sum`. */
export const getSums = (evidence: Uint8Array | string, report: Uint8Array | string): string =>
  `${sha256(evidence)}  ${evidenceFiles.evidence}\n${sha256(report)}  ${evidenceFiles.report}\n`;

/** Throws {@link InputError} if `folder` is not empty. */
export async function requireEmptyFolder(folder: string): Promise<void> {
  const files = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return [];
    throw new InputError(oneLine(`${folder}: not a writable folder`));
  });
  if (files.length > 0) throw new InputError(oneLine(`${folder}: the folder is not empty; pass a new folder`));
}

/** Writes the folder, completely or not at all. */
export async function writeEvidence(
  folder: string,
  given: { options: Recorded; input: FileMark; report: string; ofClasses?: boolean },
): Promise<void> {
  const evidence: Evidence = {
    format: 'fairwasm-evidence',
    version: 1,
    fairwasm: await packageVersion(),
    modules: await moduleMarks(given.ofClasses),
    node: process.version,
    command: 'audit',
    options: given.options,
    input: given.input,
  };
  const text = `${JSON.stringify(evidence, null, 2)}\n`;
  await interruptible((signal) => writeFolder(signal, folder, text, given.report));
}

async function writeFolder(signal: AbortSignal, folder: string, evidence: string, report: string): Promise<void> {
  const target = normalize(folder);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const write = (name: string, text: string) => writeFile(join(temporary, name), text, { signal });
  try {
    await mkdir(temporary);
    await write(evidenceFiles.evidence, evidence);
    await write(evidenceFiles.report, report);
    await write(evidenceFiles.sums, getSums(evidence, report));
    await rmdir(target).catch(() => {}); // The folder is empty here; the rename detects any other.
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'the parent folder does not exist' : message;
    throw new InputError(oneLine(`${folder}: the folder cannot be written: ${reason}`));
  }
}

/** Writes the evidence if requested; returns the SHA-256 of the input, if it was computed. */
export async function keepEvidence(
  report: Report | ClassReport,
  { values, positionals: [path] }: ReturnType<typeof parseTexts>,
  marking: Marking | undefined,
) {
  const input = path === undefined ? undefined : marking?.mark(getName(path));
  if (typeof values.evidence !== 'string' || !input) return input;
  const ofClasses = report.format === 'fairwasm-classes';
  const given = { options: recorded(values), input, report: getJson(report), ofClasses };
  await writeEvidence(values.evidence, given);
  return input;
}

/** Returns the report as its folder contains it. */
export const getJson = (report: Report | ClassReport): string =>
  report.format === 'fairwasm-classes' ? `${JSON.stringify(report, null, 2)}\n` : format(report, 'json');

/** Options that do not affect the report itself: output, format, and limits. */
const otherOptions = [
  ...['format', 'output', 'evidence', 'config', 'model'],
  ...['at', 'min-rows', 'fail-under', 'fail-over', 'baseline', 'baseline-prediction'],
  ...['fail-if-worse', 'with', 'notes'],
];

/** Returns the options that determine the report. */
const recorded = (values: object): Recorded =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !otherOptions.includes(name))) as Recorded;

/** Returns the provenance of a report of a file; undefined for an example. */
export async function madeHere(data: FileMark | undefined): Promise<Pick<Report, 'provenance'>> {
  if (data === undefined) return {};
  return {
    provenance: {
      date: today().toISOString().slice(0, 10),
      version: await packageVersion(),
      where: 'the command line',
      data,
    },
  };
}

// Reproducible builds set SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs/source-date-epoch/
function today(): Date {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || Number.NaN);
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date();
}
