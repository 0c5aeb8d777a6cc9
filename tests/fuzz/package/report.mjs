// SPDX-License-Identifier: Apache-2.0
//
// Random or changed saved reports: text and HTML, the bytes inside HTML, and reports with changed values. An accepted
// report can be shown in every format, is read back unchanged, and none of its text is interpreted as markup or as
// terminal commands.

import { format, load, readReport } from 'fairwasm';
import { deflated } from '../../../dist/report/deflated.js';
import { accepted, require } from '../support.mjs';

const fair = await load();
const rows = {
  label: [1, 0, 0, 1, 1, 1, 1, 0],
  prediction: [1, 1, 0, 0, 1, 1, 0, 1],
  groups: { race: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'] },
};
// Small reports, because every format is created for every input.
const whole = [
  fair.audit({ ...rows, uncertainty: false }).report(),
  fair.audit({ ...rows, privileged: { race: 'a' }, score: [9, 6, 2, 4, 8, 7, 3, 5].map((n) => n / 10) }).report(),
].map((result) => format(result, 'json'));
const paths = whole.map((text) => [...pathsIn(JSON.parse(text))].slice(1));

function* pathsIn(value, path = []) {
  yield path;
  if (value === null || typeof value !== 'object') return;
  for (const key of Object.keys(value)) yield* pathsIn(value[key], [...path, key]);
}

const markup = '<b id=x>\u001b[31m';
const instead = [
  ...[null, true, 0, -1, 7, 1e308, 0.5, '', 'text', markup, {}, [], [null], [markup]],
  ...[{ value: null }, { value: 0.5 }, { value: markup }, [0, 1], { [markup]: 1 }],
  JSON.parse('{"__proto__": {"polluted": true}}'),
];

// Two bytes select a path, and one the value that replaces it or its removal.
function changed(bytes) {
  const which = bytes[0] % whole.length;
  const report = JSON.parse(whole[which]);
  for (let at = 1; at + 3 <= bytes.length && at < 30; at += 3) {
    const path = paths[which][(256 * bytes[at] + bytes[at + 1]) % paths[which].length];
    const parent = path.slice(0, -1).reduce((value, key) => value?.[key], report);
    if (parent === null || typeof parent !== 'object') continue;
    const choice = bytes[at + 2] % (instead.length + 1);
    if (choice === instead.length) delete parent[path.at(-1)];
    else parent[path.at(-1)] = structuredClone(instead[choice]);
  }
  return JSON.stringify(report);
}

const decoder = new TextDecoder();
const forms = [
  (bytes) => decoder.decode(bytes),
  (bytes) => `<script type="text/base64" id="fairwasm-report">${deflated(Uint8Array.from(bytes))}</script>`,
  changed,
  changed,
];

// Line breaks are allowed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const hasNoMarkup = (shown) => !shown.includes('<b id=x>');
const commandsNothing = (shown) => !control.test(shown);
const shownAs = [
  [(result) => format(result, 'text'), commandsNothing],
  [(result) => format(result, 'html'), hasNoMarkup],
  [(result) => format(result, 'markdown'), hasNoMarkup],
  [(result) => format(result, 'csv'), (shown) => !/(^|,)[=+@]/m.test(shown)],
];

export function fuzz(data) {
  if (data.length < 2) return;
  const text = forms[data[0] % forms.length](data.subarray(1));
  const report = accepted(() => readReport(text));
  require(!('polluted' in {}), 'no name reaches the prototype of all objects');
  if (!report) return;
  const again = readReport(format(report, 'json'));
  require(format(again, 'json') === format(report, 'json'), 'what was read comes back');
  const [show, isHarmless] = shownAs[data.at(-1) % shownAs.length];
  const shown = show(report);
  require(isHarmless(shown), 'text stays text');
  require(!shown.includes('[object'), 'what is shown is text');
}
