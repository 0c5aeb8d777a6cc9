// Lists of names in text fields follow the rules of the command line.

import { importSources } from './source.mjs';

const [{ formatList, parseList }, { getObjects }, { wordsIn }] = await importSources([
  'table/lists',
  'features/amplification/image-captions',
  'features/amplification/words',
]);

test.each([
  ['race, sex', ['race', 'sex']],
  [' race ,, sex, ', ['race', 'sex']],
  ['Salary\\, gross, sex', ['Salary, gross', 'sex']],
  ['', []],
])('reads %j', (text, names) => {
  expect(parseList(text)).toEqual(names);
  expect(parseList(formatList(names))).toEqual(names);
});

test.each([
  ['oven, car', { oven: ['oven'], car: ['car'] }],
  ['oven\r\ncar', { oven: ['oven'], car: ['car'] }],
  ['oven; car', { oven: ['oven'], car: ['car'] }],
  ['oven, knife: knife, knives\ncar', { oven: ['oven'], knife: ['knife', 'knives'], car: ['car'] }],
  ['knife:', { knife: ['knife'] }],
])('reads the objects %j', (text, objects) => {
  expect(getObjects(text)).toEqual(objects);
});

test('reads the words of each category', () => {
  expect(wordsIn('man: man, he\nwoman: woman,she,')).toEqual({ man: ['man', 'he'], woman: ['woman', 'she'] });
});
