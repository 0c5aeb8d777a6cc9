// SPDX-License-Identifier: Apache-2.0
//
// Prepares a file for an audit: profiles its columns, collects the decisions of the reader, and reads numbers in human
// notation.

import { numberTexts, profileCsv } from 'fairwasm';
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
  const profile = await profileCsv(file, { ...reading, onIntake });
  return { file, said, profile };
}
