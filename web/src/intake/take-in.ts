// SPDX-License-Identifier: Apache-2.0
//
// Prepares a file for an audit: profiles its columns, collects the decisions of the reader, and reads numbers in human
// notation.

import { FairwasmError, numberTexts, profileCsv } from 'fairwasm';
import type { TableProfile } from '../table/profile.js';
import type { OnRead } from '../table/read.js';
import { rewritten } from './rewrite.js';

/** A file that can be audited, with a sentence about each change and decision. */
export interface TakenIn {
  file: Blob;
  said: readonly string[];
  profile: TableProfile;
}

declare module '../work/requests.js' {
  interface Requests {
    intake: { request: { file: Blob }; result: TakenIn };
  }
}

export interface Reading {
  onFirst?: ((profile: TableProfile) => void) | undefined;
  onProgress?: OnRead | undefined;
}

/** Errors are those of `profileCsv`. */
export async function takeIn(given: Blob, reading: Reading = {}): Promise<TakenIn> {
  const { file, said, profile } = await profiled(given, reading);
  const found = profile.columns.flatMap(({ name, values, range }) => {
    const texts = range ? undefined : numberTexts(values);
    return texts ? [{ name, texts }] : [];
  });
  if (found.length === 0) return { file, said, profile };
  const values = Object.fromEntries(found.map(({ name, texts }) => [name, plainOr(texts)]));
  const copy = await rewritten(file, { values });
  const numbers = found.map(({ name, texts }) => `${name} has ${texts.said}.`);
  return { file: copy, said: [...said, ...numbers], profile: await profileCsv(copy) };
}

// Columns with very many values are profiled only in part.
const plainOr =
  ({ plain }: NonNullable<ReturnType<typeof numberTexts>>) =>
  (text: string) => {
    const number = plain(text);
    return number === 'NaN' ? text : number;
  };

async function profiled(file: Blob, reading: Reading): Promise<TakenIn> {
  let said: readonly string[] = [];
  const onIntake: NonNullable<Parameters<typeof profileCsv>[1]>['onIntake'] = ({ notes }) => {
    said = notes;
  };
  try {
    const profile = await profileCsv(file, { ...reading, onIntake });
    return { file, said, profile };
  } catch (error) {
    // Letters beyond ASCII may first occur far down.
    const isText = error instanceof FairwasmError && error.expected === 'text in UTF-8';
    if (!isText) throw error;
    const copy = await inUtf8(file);
    const profile = await profileCsv(copy, { ...reading, onIntake });
    const note = 'The text is not UTF-8 and was read as Windows-1252 (Latin 1).';
    return { file: copy, said: [note, ...said], profile };
  }
}

async function inUtf8(file: Blob): Promise<Blob> {
  const decoder = new TextDecoder('windows-1252');
  const parts: Blob[] = [];
  const step = 1 << 22; // bytes
  for (let from = 0; from < file.size; from += step) {
    const bytes = await file.slice(from, from + step).arrayBuffer();
    parts.push(new Blob([decoder.decode(bytes, { stream: from + step < file.size })]));
  }
  return new Blob(parts);
}
