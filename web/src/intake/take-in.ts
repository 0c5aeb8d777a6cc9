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
  const { file, said: notes, profile, isAmbiguous, decimal } = await profiled(given, reading);
  const hasCommas = decimal === ',';
  const marks = { isAmbiguous, decimal };
  const found = profile.columns.flatMap(({ name, values, range }) => {
    const texts = range && !hasCommas ? undefined : numberTexts(values, marks);
    return texts ? [{ name, texts }] : [];
  });
  const points = isAmbiguous && !hasCommas ? pointNotes(profile) : [];
  const said = [...notes, ...points];
  if (found.length + points.length === 0) return { file, said, profile };
  const values = Object.fromEntries(found.map(({ name, texts }) => [name, plainOr(texts)]));
  const copy = await rewritten(file, { values });
  const numbers = found.map(({ name, texts }) => `${name} has ${texts.said}.`);
  return { file: copy, said: [...said, ...numbers], profile: await profileCsv(copy) };
}

// In a file with semicolons, points may separate thousands. The copy has commas between columns.
const pointNotes = ({ columns }: TableProfile): string[] =>
  columns.flatMap(({ name, values }) => {
    const withPoint = values.filter((text) => text.includes('.'));
    const isGrouped = (text: string) => /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/.test(text);
    if (withPoint.length === 0 || !withPoint.every(isGrouped)) return [];
    return [`${name}: ${withPoint[0]} was read with a decimal point, not as thousands.`];
  });

// Columns with very many values are profiled only in part.
const plainOr =
  ({ plain }: NonNullable<ReturnType<typeof numberTexts>>) =>
  (text: string) => {
    const number = plain(text);
    return number === 'NaN' ? text : number;
  };

async function profiled(
  file: Blob,
  reading: Reading,
): Promise<TakenIn & { isAmbiguous: boolean; decimal: '.' | ',' | undefined }> {
  let said: readonly string[] = [];
  let isAmbiguous = false;
  let decimal: '.' | ',' | undefined;
  const onIntake: NonNullable<Parameters<typeof profileCsv>[1]>['onIntake'] = ({
    notes,
    delimiter,
    decimal: mark,
  }) => {
    said = notes;
    decimal = mark;
    isAmbiguous = delimiter === ';';
  };
  const profile = await profileCsv(file, { ...reading, onIntake });
  return { file, said, profile, isAmbiguous, decimal };
}
