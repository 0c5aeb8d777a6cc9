// SPDX-License-Identifier: Apache-2.0
//
// The audit of a file whose true values and predictions are numbers: rows are read once, and their errors are compared.

import type { Fairwasm } from 'fairwasm';
import { type ErrorReport, errorReport, type Scores } from 'fairwasm/scores';
import type { Choice } from '../../table/choice.js';
import type { OnRead } from '../../table/read.js';
import { readRows } from '../../table/read.js';
import { getNames, toFileError } from '../../table/roles.js';

/** The name of the file and the options for reading its rows. */
export interface NumberQuestion {
  source: string;
  choice: Choice;
  onProgress: OnRead;
}

/** Errors name the column and the row number in the whole file. */
export async function numberRows(
  fair: Fairwasm,
  scores: Scores,
  file: Blob,
  { source, choice, onProgress }: NumberQuestion,
): Promise<ErrorReport> {
  const { groups, bins, privileged, missing, quantile } = choice;
  const names = getNames(choice);
  const { label, prediction, weight, cluster } = names;
  const needed = Object.values(names);
  const columns = new Map([...needed, ...groups].map((name): [string, string[]] => [name, []]));
  const options = { bins, columns: [...columns.keys()], onProgress };
  let droppedRows = 0;
  for await (const batch of readRows(file, options)) {
    const length = batch.columns[label]?.length ?? 0;
    for (let row = 0; row < length; row++) {
      const isMissing = needed.some((name) => batch.columns[name]?.[row] === '');
      if (isMissing && missing === 'drop') droppedRows++;
      else for (const [name, values] of columns) values.push(batch.columns[name]?.[row] as string);
    }
  }
  const pick = (name: string) => columns.get(name) as string[];
  try {
    return errorReport(
      { fair, scores },
      {
        label: pick(label),
        prediction: pick(prediction),
        weight: weight === undefined ? undefined : pick(weight),
        cluster: cluster === undefined ? undefined : pick(cluster),
        groups: Object.fromEntries(groups.map((name) => [name, pick(name)])),
        source,
        columns: names,
        droppedRows,
        privileged,
        quantile,
      },
    );
  } catch (error) {
    throw toFileError(error, names);
  }
}
