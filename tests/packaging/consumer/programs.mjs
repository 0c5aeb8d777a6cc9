// SPDX-License-Identifier: Apache-2.0
//
// A program for every import in the documentation and for every entry point of the package: each imports, computes a
// little, and shows the result.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../../../scripts/lib/paths.mjs';

const { exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));

// URLs of compiled modules need a setting in some bundlers, and worker scripts are not importable modules.
const isImportable = (specifier) => !/\.wasm$|\.json$|worker/.test(specifier);

/** The entry points with code. */
export const entryPoints = Object.entries(exports)
  .filter(([path, { default: file }]) => file?.endsWith('.js') && isImportable(path))
  .map(([path, { default: file }]) => ({ specifier: path.replace('.', 'fairwasm'), file }));

/** The unique import lines of the documentation, without types. */
export function documentedImports() {
  const pages = ['README.md', ...readdirSync(join(top, 'docs')).map((name) => `docs/${name}`)];
  const lines = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => [
      ...readFileSync(join(top, page), 'utf8').matchAll(/(?:^|`)(import\s(?!type)[^;`]*?'(fairwasm[^'?]*)')/gm),
    ])
    .filter(([, , specifier]) => isImportable(specifier))
    .map(([, line]) => `${line.replaceAll(/\s+/g, ' ')};`);
  return [...new Set(lines)].sort();
}

const rows = `{
  label: [1, 0, 1, 0, 1, 0, 1, 0],
  prediction: [1, 1, 1, 1, 0, 0, 1, 0],
  groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
}`;

// Computations for programs that have the entry point's load(), named `load` here.
const withLoad = {
  fairwasm: `(await load()).audit(${rows}).frame('sex').difference('selectionRate')`,
  'fairwasm/aif360': `(await load()).consistency([[1], [2], [3]], [1, 1, 0], 2)`,
  'fairwasm/fairlearn': `(await load()).metricFrame({ metrics: ['selectionRate'], label: [1, 0, 1], prediction: [1, 0, 0], sensitiveFeatures: { sex: ['f', 'm', 'm'] } }).difference()`,
  'fairwasm/classes': `(await load()).audit({ label: ['a', 'b', 'a'], prediction: ['a', 'b', 'b'], groups: { sex: ['f', 'm', 'm'] } }).report()`,
  'fairwasm/impact': `(await load()).tables({ groups: { sex: ['f', 'm', 'm'] }, selected: ['yes', 'yes', 'no'] })`,
  'fairwasm/amounts': `(await load()).amounts({ group: ['f', 'm'], amount: [9, 10], reference: 'm' })`,
  'fairwasm/rankings': `(await load()).shares({ counts: { f: 3, m: 7 }, reference: { f: 0.5, m: 0.5 } })`,
  'fairwasm/monitoring': `(await load()).monitor({ reference: 'm' }).update({ counts: { f: { rows: 9, cases: 2 }, m: { rows: 9, cases: 4 } } }).report()`,
  'fairwasm/robustness': `(await load()).lipschitzBound([{ weights: [[3, 0], [0, 4]] }])`,
};

// Computations for programs that have these names.
const withNames = {
  parseBiasDictionary: `parseBiasDictionary('kite 0.8')`,
  SubgroupAccuracyDifference: `(() => {
    const accuracy = new SubgroupAccuracyDifference(['f', 'm']);
    accuracy.update([[1, 0, 1], [1, 1, 1], ['f', 'f', 'm']]);
    return accuracy.compute();
  })()`,
  statement: `statement({ table: 't', label: 'y', prediction: 'p', groups: ['g'] }, 'duckdb').text`,
};

// An element's parts are loaded with it or when it is first shown.
const shown = { 'fairwasm/elements': ['report', 'lesson'], 'fairwasm/elements/lesson': ['lesson'] };

/** Returns the names that an import binds with their names in the module. */
function getBindings(line) {
  const [, list = ''] = /\{(.*)\}/.exec(line) ?? [];
  return list
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== '')
    .map(([name, local = name]) => ({ name, local }));
}

/** Returns a program with one import; the result is in `globalThis.seen` when it is done. */
export function getProgram(line) {
  const [, specifier] = /'(fairwasm[^']*)'/.exec(line) ?? [];
  const bindings = getBindings(line);
  const load = bindings.find(({ name }) => name === 'load');
  const computed = [
    ...(load && withLoad[specifier] ? [`((load) => (async () => ${withLoad[specifier]})())(${load.local})`] : []),
    ...bindings.flatMap(({ name, local }) =>
      withNames[name] ? [withNames[name].replaceAll(new RegExp(`\\b${name}\\b`, 'g'), local)] : [],
    ),
  ];
  const kinds = bindings.map(({ name, local }) => `[${JSON.stringify(name)}, typeof ${local}]`);
  return `${line}
${settled}
show([${kinds.join(', ')}], () => [${computed.join(', ')}], ${JSON.stringify(shown[specifier] ?? [])});
`;
}

/** Returns a program that imports all names of an entry point. */
export const wholeProgram = (specifier) => `import * as everything from '${specifier}';
${settled}
show(Object.entries(everything).map(([name, value]) => [name, typeof value]).sort(), () => [], []);
`;

// The page lists defined elements before a program starts: getPage().
const settled = `
async function show(kinds, compute, elements) {
  try {
    const values = await Promise.all(compute());
    for (const name of elements) await globalThis.showElement(name);
    globalThis.seen = JSON.stringify({ kinds, values, defined: globalThis.defined.sort() });
  } catch (error) {
    globalThis.seen = String(error.stack ?? error);
  }
}`;
