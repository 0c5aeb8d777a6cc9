// The shape of js/src, which no tool that checks files one by one can see: imports point down, there is no circle,
// and the main door stays small. By hand, as the linter knows circles alone, and the tools that know layers want a
// later Node than the package does.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';

// From the bottom up. A file may import from its own folder and from those further down.
const layers = [
  ['wasm', 'vendor'],
  ['core'],
  ['metrics'],
  ['data'],
  ['tally'],
  ['audit'],
  ['report'],
  [
    'individual',
    'impact',
    'amplification',
    'predictability',
    'robustness',
    'slices',
    'frames',
    'thresholds',
    'scores',
    'sql',
    'examples',
    'fairwasm.ts',
    'panels',
  ],
  ['classes', 'models'],
  ['aif360', 'fairlearn', 'ignite', 'index.ts', 'inline.ts'],
  ['cli'],
];

/** How many names a door may have, types among them; the others may have any number. */
const maxNames = { 'index.ts': 70 };

const source = 'js/src';

/** Throws a `Failure` that names every import that points up, every circle and every door that is too large. */
export function checkLayers() {
  const graph = importsOf(listFiles([source], ['.ts']).filter(isOurs));
  const problems = [...upward(graph), ...circles(graph), ...large()];
  if (problems.length > 0) throw new Failure(problems.join('\n'));
}

const isOurs = (path) => !/\/(wasm|vendor)\//.test(path) && !path.endsWith('.d.ts');

/** Files of the package with the files of the package that each imports, types as well. */
function importsOf(files) {
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(top, file), 'utf8'));
      const near = importedFiles.map(({ fileName }) => fileName).filter((name) => /^\./.test(name));
      const targets = near.map((name) => join(dirname(file), name.replace(/\.js$/, '.ts')));
      return [relative(source, file), targets.map((target) => relative(source, target))];
    }),
  );
}

const layerOf = (file) => layers.findIndex((layer) => layer.includes(file.split('/')[0]));

function upward(graph) {
  return [...graph].flatMap(([file, targets]) => {
    if (layerOf(file) < 0) return [`${file}: its folder is in no layer of ${import.meta.filename}`];
    return targets
      .filter((target) => target.split('/')[0] !== file.split('/')[0])
      .filter((target) => layerOf(target) >= layerOf(file))
      .map((target) => `${file} imports ${target}, which is not further down`);
  });
}

/** A circle for each file that closes one. */
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
    const names = namesOf(join(top, source, file));
    return names.length > most ? [`${file} has ${names.length} names, of ${most} at most`] : [];
  });
}

/** What a door exports, by name. */
export function namesOf(file) {
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return parsed.statements.flatMap((statement) => {
    const { exportClause } = statement;
    if (exportClause) return exportClause.elements.map(({ name }) => name.text);
    if (statement.kind === ts.SyntaxKind.ExportDeclaration) return ['*'];
    return [];
  });
}
