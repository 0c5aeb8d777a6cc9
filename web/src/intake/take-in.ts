// SPDX-License-Identifier: Apache-2.0
//
// Takes a file in: cleans it, looks at its columns, and reads numbers that are written for people. What was done is said in
// sentences; a file as programs write it is passed on as it is.

import { FairwasmError, profileCsv } from 'fairwasm';
import type { TableProfile } from '../table/profile.js';
import { type Cleaned, cleanFile } from './clean-file.js';
import { type NumberTexts, numberTexts } from './number-texts.js';
import { rewritten } from './rewrite.js';

/** A file as it can be audited. */
export interface TakenIn extends Cleaned {
  profile: TableProfile;
}

export interface Reading {
  onFirst?: ((profile: TableProfile) => void) | undefined;
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Errors are those of `profileCsv`. */
export async function takeIn(file: Blob, reading: Reading = {}): Promise<TakenIn> {
  const { cleaned, profile } = await profiled(file, reading);
  const found = profile.columns.flatMap(({ name, values, range }) => {
    const texts = range ? undefined : numberTexts(values);
    return texts ? [{ name, texts }] : [];
  });
  if (found.length === 0) return { ...cleaned, profile };
  const values = Object.fromEntries(found.map(({ name, texts }) => [name, plainOr(texts)]));
  const copy = await rewritten(cleaned.file, { values });
  const said = found.map(({ name, texts }) => `${name} has ${texts.said}.`);
  return { file: copy, said: [...cleaned.said, ...said], profile: await profileCsv(copy) };
}

// Of a column with very many values not all were looked at.
const plainOr =
  ({ plain }: NumberTexts) =>
  (text: string) => {
    const number = plain(text);
    return number === 'NaN' ? text : number;
  };

async function profiled(
  file: Blob,
  reading: Reading,
): Promise<{ cleaned: Cleaned; profile: TableProfile }> {
  const cleaned = await cleanFile(file);
  try {
    return { cleaned, profile: await profileCsv(cleaned.file, reading) };
  } catch (error) {
    // Letters beyond ASCII may first stand far down.
    const isText = error instanceof FairwasmError && /utf-8/i.test(error.expected);
    if (!isText) throw error;
    const old = await cleanFile(file, { isOld: true });
    return { cleaned: old, profile: await profileCsv(old.file, reading) };
  }
}
