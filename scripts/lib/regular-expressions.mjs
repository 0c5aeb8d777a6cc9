// How long the regular expressions of package and page can take: none more than in proportion to the text, as texts come from
// files that anybody may have written. recheck decides it for each; what it said is kept, as it takes a second for some.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles } from './files.mjs';
import { buildFolder, top } from './paths.mjs';
import { Failure } from './run.mjs';

const kept = join(buildFolder, 'regular-expressions.json');
const longest = 60_000; // milliseconds for one

/** The expressions in a source, as `{ text, place }`. */
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

/** 'safe', or why not. */
export async function verdictOn(text) {
  const { check } = await import('recheck');
  const end = text.lastIndexOf('/');
  const found = await check(text.slice(1, end), text.slice(end + 1), {
    timeout: longest,
    randomSeed: 1, // what it tries are the same texts each time
  });
  if (found.status === 'safe') return found.status;
  if (found.status === 'vulnerable') return found.complexity.summary;
  return `not decided: ${found.error.kind}`;
}

const isOurs = (file) => !/\/(vendor|wasm)\//.test(file);

/** Throws a `Failure` that lists the expressions that can take longer. */
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
