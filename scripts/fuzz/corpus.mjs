// The inputs that a fuzz target starts from: tests/fuzz/corpus/TARGET.txt, one input per line, sorted, so that a change
// shows as added and removed lines and two branches merge line by line. A line that starts with `"` is a JSON string of
// printable ASCII; every other line is Base64. libFuzzer reads folders: `unpack` writes one file per input.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder, top } from '../lib/paths.mjs';
import { Failure } from '../lib/run.mjs';

/** The file that stores the inputs of a target. */
export const getFile = (target) => join(top, 'tests/fuzz/corpus', `${target}.txt`);

/**
 * Returns the line that stores an input.
 *
 * @param {Uint8Array} bytes
 */
export function encode(bytes) {
  const text = Buffer.from(bytes).toString('latin1');
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return JSON.stringify(text);
  return Buffer.from(bytes).toString('base64');
}

/** Returns the input that a line stores. Throws a `Failure` if `encode` does not write such a line. */
export function decode(line) {
  const bytes = line.startsWith('"') ? parse(line) : Buffer.from(line, 'base64');
  if (bytes && encode(bytes) === line) return bytes;
  throw new Failure(`not an input: ${line}; \`npm run fuzz -- TARGET add FILE\` adds one`);
}

function parse(line) {
  try {
    return Buffer.from(JSON.parse(line), 'latin1');
  } catch {
    return undefined;
  }
}

/** Returns the stored inputs of a target; none if it has no file yet. */
export function readCorpus(target) {
  const file = getFile(target);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').slice(0, -1).map(decode);
}

/** Stores `inputs` as those of a target, each once; returns how many they are. */
export function writeCorpus(target, inputs) {
  const lines = [...new Set(inputs.map(encode))].sort();
  writeFileSync(getFile(target), lines.map((line) => `${line}\n`).join(''));
  return lines.length;
}

/** Returns the contents of the files of a folder whose names `isInput` accepts. */
export const inputsIn = (folder, isInput = (_name) => true) =>
  readdirSync(folder)
    .filter(isInput)
    .map((name) => readFileSync(join(folder, name)));

/** Writes the stored inputs of a target into a folder of build/, named as libFuzzer does; returns the folder. */
export function unpack(target) {
  const folder = join(buildFolder, 'fuzz', 'corpus', target);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const bytes of readCorpus(target)) {
    writeFileSync(join(folder, createHash('sha1').update(bytes).digest('hex')), bytes);
  }
  return folder;
}
