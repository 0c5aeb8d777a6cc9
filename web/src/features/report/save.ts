// SPDX-License-Identifier: Apache-2.0
//
// The formats in which a report can be saved, with its additions: the notes, the current view, the scores, the second
// model, and the source. Loaded on demand, because most visitors do not save.

import type { Report } from 'fairwasm';
import { storedScores } from '#fairwasm/scores/stored-scores.js';
import { version } from '../../../../package.json';
import { type Form, saveResult } from '../../widgets/save-result.js';
import type { ScoreSheet } from '../scores/score-sheet.js';

/** The additions to the report. */
export interface Attached {
  notes: string;
  view: NonNullable<Report['view']>;
  scores: ScoreSheet | undefined;
  extras: Report['extras'];
  /** The source; undefined for an example and for a stored report. */
  file: File | undefined;
}

/** Saves the report as a file. */
export async function save(report: Report, form: Form, attached: Attached): Promise<void> {
  const whole = await withAttached(report, attached);
  await saveResult(whole, form, { name: report.source });
}

/** The report with its additions; those that it already contains stay. */
export async function withAttached(
  { notes: _notes, provenance, view: _view, extras: carried, ...report }: Report,
  { notes, view, scores, extras, file }: Attached,
): Promise<Report> {
  const counted = scores && scores.breakdowns.length > 0 && storedScores(scores.breakdowns);
  const stored = carried?.scores ?? counted;
  const { scores: _scores, ...others } = { ...carried, ...extras };
  const all = { ...others, ...(stored && { scores: stored }) };
  return {
    ...report,
    ...(notes !== '' && { notes }),
    provenance: provenance ?? (await madeHere(file)),
    view,
    ...(Object.keys(all).length > 0 && { extras: all }),
  };
}

const maxBytes = 2 ** 29; // a browser computes checksums only of data in memory

async function madeHere(file: File | undefined): Promise<NonNullable<Report['provenance']>> {
  const made = { date: new Date().toISOString().slice(0, 10), version, where: 'the page' };
  // Without a secure context, the browser computes no checksums.
  const isSummed = file && file.size <= maxBytes && globalThis.crypto?.subtle;
  if (!isSummed) return made;
  const sum = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const sha256 = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0'));
  return { ...made, data: { name: file.name, bytes: file.size, sha256: sha256.join('') } };
}
