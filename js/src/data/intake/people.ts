// SPDX-License-Identifier: Apache-2.0
//
// Detects tables with several rows per person by the first values of a column that identifies people.

import { tidy } from '../value.js';
import type { Decision } from './record.js';

const person =
  /^(?:(?:person|people|subject|patient|participant|applicant|candidate|customer|client|employee|student|defendant|user|respondent|member|worker|borrower|proband|bewerber|kunde|candidat|solicitante)s?[\s_-]*)?(?:id|no|nr|number|key|code|uid|uuid|kennung|nummer)?$/i;

const minRows = 10;

/**
 * Returns a note if values of an identifier repeat; none if the caller reads the column, for example as clusters.
 *
 * @param valuesOf Returns the first values of a column, by its place.
 */
export function personNotes(
  names: readonly string[],
  valuesOf: (place: number) => readonly unknown[],
  columns: readonly string[] = [],
): Decision[] {
  return names.flatMap((name, index) => {
    if (name === '' || !person.test(name) || columns.map(tidy).includes(name)) return [];
    const values = valuesOf(index).filter((value) => value !== '' && value !== undefined);
    const people = new Set(values).size;
    const isIdentifier = values.length >= minRows && people * 5 >= values.length;
    if (!isIdentifier || people * 1.1 > values.length) return [];
    const note = `${name}: ${people} different values in the first ${values.length} rows, so a person may have several rows. These rows are treated as independent.`;
    return [{ note, option: 'cluster' as const }];
  });
}
