// SPDX-License-Identifier: Apache-2.0
//
// The names of categories in Local Law 144's tables. Names are compared by their letters, without case, blanks, and
// punctuation.

import { getLetters } from '../data/category-names.js';

const sexes = new Set(['male', 'female', 'm', 'f', 'man', 'woman', 'men', 'women']);
const races = new Set([
  ...['hispanicorlatino', 'hispaniclatino', 'hispanic', 'latino', 'latina', 'latinx'],
  ...['hispanicorlatinoa', 'hispanicorlatinx', 'white', 'caucasian', 'whitecaucasian'],
  ...['blackorafricanamerican', 'blackafricanamerican', 'black', 'africanamerican', 'asian'],
  ...['nativehawaiianorpacificislander', 'nativehawaiianorotherpacificislander'],
  ...['nativehawaiianpacificislander', 'nativehawaiian', 'pacificislander'],
  ...['nativeamericanoralaskanative', 'americanindianoralaskanative', 'americanindianalaskanative'],
  ...['americanindianoralaskannative', 'nativeamericanoralaskannative', 'nativeamerican'],
  ...['americanindian', 'alaskanative', 'twoormoreraces', 'twoormore'],
]);

/** Functions that return whether a name is a category of EEO-1 reports, which 6 RCNY 5-301 prescribes. */
export const eeoCategories: Readonly<Record<'sex' | 'race', (name: string) => boolean>> = {
  sex: (name) => sexes.has(getLetters(name)),
  race: (name) => races.has(getLetters(name).replace(/(?:non|not)hispanic(?:orlatino|latino)?$/, '')),
};
