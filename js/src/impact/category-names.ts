// SPDX-License-Identifier: Apache-2.0
//
// Names of categories: those that mean "not known", and those of Local Law 144's tables. Names are compared by their
// letters, without case, blanks, and punctuation.

const getLetters = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

const telling =
  '(?:self)?(?:identif(?:y|ied)|say|said|answer(?:ed)?|specif(?:y|ied)|disclosed?|stated?|respond(?:ed)?|provided?|' +
  'reported?|reply|replied|given?|shared?|listed|recorded|known|available|applicable|determined|declared?|indicated?)';
const attribute = '(?:sex|gender|race|ethnicity|raceor?ethnicity)?';
const notKnown = new RegExp(
  `^${attribute}i?(?:${[
    `(?:un|not|non)(?:yet)?${telling}`,
    'undisclosed|unspecified|missing|blank|withheld|opt(?:ed)?out',
    'none(?:given|provided|stated|reported)',
    'no(?:answer|response|reply|data|information)',
    `(?:declined?|refused?)s?(?:to)?(?:${telling})?`,
    `(?:prefer|choose|chose|would?rather|rather|wish|opt)(?:s|ed|red)?not(?:to)?${telling}`,
    `(?:do|does|did)(?:not|nt)(?:wish|want|care|choose)?(?:to)?${telling}`,
  ].join('|')})${attribute}$`,
);

/** True if a name means that the category is not known, such as `Decline to self-identify`. */
export const meansUnknown = (name: string): boolean => notKnown.test(getLetters(name));

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
