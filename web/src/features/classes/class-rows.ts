// SPDX-License-Identifier: Apache-2.0
//
// Audits a file with multiclass labels: counts the rows once and computes all results from the counts.

import type { Fairwasm } from 'fairwasm';
import type { Classes, ClassReport } from 'fairwasm/classes';
import type { Choice } from '../../table/choice.js';
import type { OnRead } from '../../table/read.js';
import { type CodedTexts, readCodes } from '../../table/read.js';
import { getNames, toFileError } from '../../table/roles.js';

/** The name of the file and the options for reading its rows. */
export interface ClassQuestion {
  source: string;
  choice: Choice;
  isOrdered: boolean;
  onProgress: OnRead;
}

/** Errors name the column and the row number in the whole file. */
export async function classRows(
  fair: Fairwasm,
  classes: Classes,
  file: Blob,
  { source, choice, isOrdered, onProgress }: ClassQuestion,
): Promise<ClassReport> {
  const { groups, bins, missing, privileged } = choice;
  const names = getNames(choice);
  const { label, prediction, weight, cluster } = names;
  const auditor = fair.auditor({
    ...{ groups, label: true, prediction: true, missing },
    cluster: cluster !== undefined,
  });
  try {
    const columns = [...new Set([...Object.values(names), ...groups])];
    for await (const batch of readCodes(file, { bins, columns, onProgress })) {
      const pick = (name: string) => batch.columns[name] as CodedTexts;
      const rows = {
        label: pick(label),
        prediction: pick(prediction),
        groups: Object.fromEntries(groups.map((name) => [name, pick(name)])),
        weight: weight === undefined ? undefined : getTexts(pick(weight)),
        cluster: cluster === undefined ? undefined : pick(cluster),
      };
      try {
        auditor.update(rows);
      } catch (error) {
        throw toFileError(error, names, batch.firstRow);
      }
    }
    const audit = classes.auditTally(auditor.tally, {
      ordered: isOrdered,
      classes: isOrdered ? choice.classOrder : undefined,
      privileged,
    });
    try {
      return audit.report({ source, droppedRows: auditor.droppedRows });
    } finally {
      audit[Symbol.dispose]();
    }
  } finally {
    auditor[Symbol.dispose]();
  }
}

const getTexts = ({ codes, categories }: CodedTexts): string[] =>
  Array.from(codes, (code) => categories[code] as string);
