// Checks the structure of the core, the package, and the page, which tools that check single files cannot: includes and
// imports point down, there are no cycles, and the main entry point stays small. The linter only detects cycles, and tools with
// layers require a later Node version than the package.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';

// From the bottom up. A file may import from its own folder and from lower layers.
const packageLayers = [
  ['wasm', 'vendor'],
  ['core'],
  ['metrics'],
  ['claims'],
  ['document'],
  ['data'],
  ['tally'],
  ['audit'],
  [
    'individual',
    'impact',
    'amounts',
    'amplification',
    'monitoring',
    'predictability',
    'rankings',
    'robustness',
    'slices',
    'thresholds',
    'scores',
    'exposure',
    'sql',
    'examples',
    'fairwasm.ts',
  ],
  ['classes', 'models', 'repeated'],
  ['report'],
  ['aif360', 'fairlearn', 'ignite', 'index.ts', 'inline.ts'],
  ['cli', 'browser.ts'],
];

const coreLayers = [
  ['core', 'xtensor.hpp'],
  ['data', 'text'],
  ['tally'],
  ['uncertainty'],
  [
    'amounts',
    'amplification',
    'classes',
    'exposure',
    'group',
    'impact',
    'individual',
    'monitoring',
    'predictability',
    'rankings',
    'repeated',
    'robustness',
    'scores',
    'shares',
    'slices',
    'thresholds',
  ],
];

// Files and tables, the protocol of workers, widgets that features share, the features from the simplest to the audit, and
// the application. The elements are an entry point of the package, and `file` is the script of saved reports.
const pageLayers = [
  ['table'],
  ['worker'],
  ['widgets'],
  ...[
    ['classes', 'counts', 'goal', 'intake', 'learn', 'scores'],
    ['models'],
    ['amplification', 'predictability', 'report', 'robustness', 'slices', 'tables'],
    ['compare', 'impact', 'errors'],
    ['individual'],
    ['power'],
    ['conditional'],
    ['audit'],
  ].map((layer) => layer.map((feature) => `features/${feature}`)),
  ['app', 'elements', 'file'],
];

/** Maximum number of names of an entry point, including types; the others have no limit. */
const maxNames = { 'index.ts': 97 };

const packageFolder = 'js/src';
const pageFolder = 'web/src';

/** Throws a `Failure` that lists every upward import, every cycle, and every entry point that is too large. */
export function checkLayers() {
  const includes = readIncludes(listFiles(['cpp/include/fairwasm', 'cpp/src'], ['.cpp', '.hpp']));
  const problems = [
    [includes, coreLayers],
    [readImports(packageFolder), packageLayers],
    [readImports(pageFolder), pageLayers],
  ].flatMap(([graph, layers]) => [...upward(graph, layers), ...circles(graph)]);
  problems.push(...large());
  if (problems.length > 0) throw new Failure(problems.join('\n'));
}

const isOurs = (path) => !/\/(wasm|vendor)\//.test(path) && !path.endsWith('.d.ts');

/** Returns the files of a folder with the files of it that each of them imports, including types. */
function readImports(folder) {
  const files = listFiles([folder], ['.ts']).filter(isOurs);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(top, file), 'utf8'));
      const near = importedFiles.map(({ fileName }) => fileName).filter((name) => /^\./.test(name));
      const targets = near
        .filter((name) => name.endsWith('.js')) // neither styles nor the file of a worker
        .map((name) => join(dirname(file), name.replace(/\.js$/, '.ts')))
        .filter((target) => target.startsWith(`${folder}/`));
      return [relative(folder, file), targets.map((target) => relative(folder, target))];
    }),
  );
}

/** Returns the files of the core with the public headers that each of them includes. */
function readIncludes(files) {
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(top, file), 'utf8');
      const targets = [...text.matchAll(/^#include "fairwasm\/([^"]+)"/gm)].map(([, path]) => path);
      return [file.replace(/^cpp\/(include\/fairwasm|src)\//, ''), targets];
    }),
  );
}

/** Returns the folder that is in a layer: of a feature of the page, the first two names of the path. */
const getFolder = (file) => /^features\/[^/]+|^[^/]+/.exec(file)?.[0] ?? '';

function upward(graph, layers) {
  const getLayer = (file) => layers.findIndex((layer) => layer.includes(getFolder(file)));
  return [...graph].flatMap(([file, targets]) => {
    if (getLayer(file) < 0) return [`${file}: its folder is in no layer of ${import.meta.filename}`];
    return targets
      .filter((target) => getFolder(target) !== getFolder(file))
      .filter((target) => getLayer(target) >= getLayer(file))
      .map((target) => `${file} imports ${target}, which is not further down`);
  });
}

/** Returns a cycle for each file that closes one. */
function circles(graph) {
  const done = new Set();
  const found = [];
  const visit = (file, path) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found.map((path) => `a circle: ${path.join(' → ')}`);
}

function large() {
  return Object.entries(maxNames).flatMap(([file, most]) => {
    const names = getNames(join(top, packageFolder, file));
    return names.length > most ? [`${file} has ${names.length} names, of ${most} at most`] : [];
  });
}

/** Returns the names that an entry point exports. */
export function getNames(file) {
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return parsed.statements.flatMap((statement) => {
    const { exportClause } = statement;
    if (exportClause) return exportClause.elements.map(({ name }) => name.text);
    if (statement.kind === ts.SyntaxKind.ExportDeclaration) return ['*'];
    return [];
  });
}
