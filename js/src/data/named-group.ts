// SPDX-License-Identifier: Apache-2.0
//
// How every result identifies a group: by its categories and a display name.

/** A group that is defined by the attributes `By`. */
export interface NamedGroup<By extends string = string> {
  /** Category of each attribute: `{ race: 'Asian', sex: 'Female' }`. Empty for all rows. */
  categories: Readonly<Record<By, string>>;
  /** Display name: "Asian, Female"; "All rows" without attributes. */
  name: string;
}

/** @internal Returns the group with these categories. */
export const toGroup = <By extends string>(categories: Readonly<Record<By, string>>): NamedGroup<By> => ({
  categories,
  name: Object.values(categories).join(', ') || 'All rows',
});
