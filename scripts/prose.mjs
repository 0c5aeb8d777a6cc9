// Checks the wording of documents, comments, strings, and test names: the vocabulary of docs/glossary.md and the
// sentence patterns in prose/vocabulary.mjs. Files from before this check may keep as many hits as
// prose/baseline.json allows; that number may only shrink.
//
//   node scripts/prose.mjs [PATH...]     prints every hit in the given files, or in all

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './lib/files.mjs';
import { top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { isStarted } from './lib/step.mjs';
import { getTexts } from './prose/texts.mjs';
import { rules } from './prose/vocabulary.mjs';

const baselineFile = join(top, 'scripts', 'prose', 'baseline.json');
const folders = ['cpp', 'docs', 'examples', 'js', 'scripts', 'tests', 'web'];
const endings = ['.md', '.ts', '.mjs', '.cpp', '.hpp'];
// Generated files, copies of other projects, and other languages.
const excluded =
  /node_modules|\/(?:vendor|wasm|golden|corpus|api)\/|\.d\.ts$|texts\/(?:de|es)\.ts$|scripts\/prose\/|prose\.test\.mjs$|docs\/(?:command-line|glossary|metrics)\.md$/;
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** Every hit in one of the texts of a file, as `{ line, found, instead }`. */
export function hitsInText({ line, text }) {
  return rules.flatMap(({ pattern, instead, exceptQuestions }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !exceptQuestions || !/^(?:[^.!;]|\.\d)*\?/.test(text.slice(index + 1)))
      .map(({ 0: found }) => ({ line, found: found.trim(), instead })),
  );
}

const hitsIn = (path) => getTexts(path, readFileSync(join(top, path), 'utf8')).flatMap(hitsInText);

function allFiles() {
  const files = folders.flatMap((folder) => listFiles([folder], endings));
  return [...pages, ...files].filter((path) => !excluded.test(path.replaceAll('\\', '/')));
}

/** Throws a `Failure` that lists the files with more hits than the baseline allows; `fix` lowers the baseline. */
export function checkProse({ fix = false } = {}) {
  const baseline = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, 'utf8')) : {};
  const counts = new Map(allFiles().map((path) => [path, hitsIn(path)]));
  const worse = [...counts].filter(([path, hits]) => hits.length > (baseline[path] ?? 0));
  if (worse.length > 0) {
    const lines = worse.flatMap(([path, hits]) => [
      `${path}: ${hits.length} hits, ${baseline[path] ?? 0} allowed`,
      ...hits.map(({ line, found, instead }) => `  ${path}:${line} "${found}": write ${instead}`),
    ]);
    throw new Failure(lines.join('\n'));
  }
  if (!fix) return;
  const left = [...counts].filter(([, hits]) => hits.length > 0);
  const rows = left.map(([path, hits]) => [path, hits.length]);
  writeFileSync(baselineFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

if (isStarted(import.meta.url)) {
  const paths = process.argv.slice(2);
  for (const path of paths.length > 0 ? paths : allFiles()) {
    for (const { line, found, instead } of hitsIn(path)) {
      console.log(`${path}:${line} "${found}": write ${instead}`);
    }
  }
}
