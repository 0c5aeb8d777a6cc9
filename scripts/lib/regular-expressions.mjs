// Checks that every regular expression of the package and the page takes linear time, because texts come from untrusted
// files. recheck analyzes each expression; its results are cached, because some take a second.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './files.mjs';
import { buildFolder, top } from './paths.mjs';
import { Failure } from './run.mjs';

const kept = join(buildFolder, 'regular-expressions.json');
const longest = 60_000; // milliseconds per expression

/** Returns the expressions in a source as `{ text, place }`. */
export function expressionsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push({ text: node.text, place: `${file}:${line + 1}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns 'safe' or the problem. */
export async function verdictOn(text) {
  const { check } = await import('recheck');
  const end = text.lastIndexOf('/');
  const found = await check(text.slice(1, end), text.slice(end + 1), {
    timeout: longest,
    randomSeed: 1, // makes its test strings reproducible
  });
  if (found.status === 'safe') return found.status;
  if (found.status === 'vulnerable') return found.complexity.summary;
  return `not decided: ${found.error.kind}`;
}

const isOurs = (file) => !/\/(vendor|wasm)\//.test(file);

/** Throws a `Failure` that lists the expressions with superlinear time. */
export async function checkRegularExpressions() {
  const files = listFiles(['js/src', 'web'], ['.ts']).filter(isOurs);
  const all = files.flatMap((file) => expressionsIn(file, readFileSync(join(top, file), 'utf8')));
  const verdicts = new Map(Object.entries(read()));
  for (const { text } of all) if (!verdicts.has(text)) verdicts.set(text, await verdictOn(text));
  mkdirSync(buildFolder, { recursive: true });
  const safe = [...verdicts].filter(([, verdict]) => verdict === 'safe');
  writeFileSync(kept, JSON.stringify(Object.fromEntries(safe)));
  const faults = all.filter(({ text }) => verdicts.get(text) !== 'safe');
  if (faults.length > 0) {
    const lines = faults.map(({ text, place }) => `${place}: ${text}: ${verdicts.get(text)}`);
    throw new Failure(lines.join('\n'));
  }
}

function read() {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return {};
  }
}
