// SPDX-License-Identifier: Apache-2.0
//
// The stages of the Audit tab: a file, its columns, its report, and other kinds of reports.

import type { Report } from 'fairwasm';
import type { ClassReport } from 'fairwasm/classes';
import type { Document, Result } from 'fairwasm/report';
import type { ErrorReport } from 'fairwasm/scores';
import type { Choice } from '../../table/choice.js';
import type { TableProfile } from '../../table/profile.js';
import type { Start } from '../../widgets/tab-element.js';
import type { Progress } from '../../worker/requests.js';
import type { Asked } from '../counts/query.js';
import type { KeptInput } from '../impact/impact-input.js';
import type { KeptImpact } from '../impact/protocol.js';
import type { KeptIndividual } from '../individual/questions.js';
import type { KeptFrontier } from '../scores/frontier-view.js';
import type { FoundGroup, KeptAnswer } from '../slices/questions.js';
import type { Audited } from './audit-rows.js';

/** A file whose columns are known, and their use. */
export interface Table {
  /** The original file. */
  file: File;
  /** The file as it is read: UTF-8 with a header. */
  read: File;
  /** Changes that were made so that the file could be read. */
  fileNotes: readonly string[];
  profile: TableProfile;
  /** The initial guesses. */
  guessed: Choice;
  choice: Choice;
  /** The answered questions about the file. */
  settled?: readonly string[];
}

/** A table during the choice of its columns: a field shows a part of the choice and changes it. */
export interface Choosing extends Pick<Table, 'profile' | 'choice' | 'guessed'> {
  change(part: Partial<Choice>): void;
}

/** State while only the first rows are read. */
export interface Ahead {
  progress: Progress;
  /** Whether the user has already changed the choice, or started the audit. */
  isCorrected: boolean;
  isAsked: boolean;
}

export type Columns = { at: 'columns'; table: Table; ahead?: Ahead };

export type Stage =
  | { at: 'auditing'; file: File; progress: Progress | undefined }
  | Columns
  | (KeptImpact & {
      at: 'report';
      audited: Audited;
      table: Table;
      /** The table as the choice selected it: the rows that were counted. */
      rows: File;
      other?: { name: string; report: Report };
      frontier?: KeptFrontier;
      /** The result of the last search for groups. */
      groups?: KeptAnswer;
      /** The last comparison of similar people. */
      individual?: KeptIndividual;
      looked?: Looked;
    })
  | { at: 'database'; asked: Asked }
  | { at: 'counts'; asked: Asked; name: string; report: Report }
  | { at: 'impact'; table?: Pick<Table, 'file' | 'profile'>; input?: KeptInput }
  | { at: 'classes'; table: Table; rows: File; report: ClassReport }
  | { at: 'numbers'; table: Table; rows: File; report: ErrorReport }
  | { at: 'example'; name: string; report: Report; looked?: Looked }
  | { at: 'stored'; name: string; report: Report; looked?: Looked }
  | {
      at: 'document';
      name: string;
      document: Document;
      /** The result that the document describes, if the page computed it. */
      result?: Result;
    };

export type At<Name extends Stage['at']> = Extract<Stage, { at: Name }>;

/** Actions of the tab that stages can trigger. */
export interface Acts {
  goTo(stage: Stage | Start): unknown;
  /** Changes the current stage if it still has this name. */
  change<Name extends Stage['at']>(at: Name, next: (stage: At<Name>) => Stage): void;
  /** Stops the current work. */
  cancel(): void;
  /** Receives a chosen file. */
  receive(file: File): unknown;
  audit(table: Table): unknown;
  /** Audits a group of the rows against all others. */
  auditGroup(table: Table, rows: File, group: FoundGroup): unknown;
  /** Audits another version of the file for comparison. */
  compareWith(file: File): unknown;
  look(event: CustomEvent<Looked>): void;
}

/** The view of a report, and the user's notes. */
export type Looked = Pick<Report, 'view' | 'notes'>;

/** Returns whether the rest of the file is still being read while its columns are shown. */
export const isAhead = (stage: { at: string }): stage is Columns & { ahead: Ahead } =>
  stage.at === 'columns' && (stage as Columns).ahead !== undefined;

export function toAheadColumns(file: File, profile: TableProfile, guessed: Choice, progress: Progress): Columns {
  return {
    at: 'columns',
    table: { file, read: file, fileNotes: [], profile, guessed, choice: guessed },
    ahead: { progress, isCorrected: false, isAsked: false },
  };
}

/** Returns a part or a copy of a file under the file's name. */
export const named = (part: Blob, file: File): File => (part === file ? file : new File([part], file.name));
