// SPDX-License-Identifier: Apache-2.0
//
// Prepares a file for an audit: profiles its columns and collects the decisions of the reader.

import { profileCsv } from 'fairwasm';
import type { TableProfile } from '../../table/profile.js';
import type { OnRead } from '../../table/read.js';

/** A file that can be audited, with a sentence about each change and decision. */
export interface TakenIn {
  file: Blob;
  fileNotes: readonly string[];
  profile: TableProfile;
  /** Whether points may be decimal points or thousands separators, so that audits would require the option. */
  isOpen: boolean;
}

declare module '../../worker/requests.js' {
  interface Requests {
    intake: { request: { file: Blob }; result: TakenIn };
  }
}

export interface Reading {
  onFirst?: ((profile: TableProfile) => void) | undefined;
  onProgress?: OnRead | undefined;
}

type OnIntake = NonNullable<NonNullable<Parameters<typeof profileCsv>[1]>['onIntake']>;

/** Throws the errors of `profileCsv`. */
export async function takeIn(file: Blob, reading: Reading = {}): Promise<TakenIn> {
  let intake: Parameters<OnIntake>[0] | undefined;
  const onIntake: OnIntake = (each) => {
    intake = each;
  };
  const profile = await profileCsv(file, { ...reading, onIntake });
  const { notes = [], decisions = [], decimal } = intake ?? {};
  const isOpen = decimal === undefined && decisions.some(({ option }) => option === 'decimal');
  return { file, fileNotes: notes, profile, isOpen };
}
