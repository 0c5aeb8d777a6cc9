// Statements of uncertainty in the public types: each is bound to the tables of `npm run coverage` that measure it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentences, statements, unmeasured } from '../coverage/registry.mjs';
import { declarationsIn } from './api-report.mjs';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';

/** The only reasons for which a statement needs no table. */
const reasonsWithoutTable = ['has no interval', 'is about random draws, not rows', 'repeats an estimate of a report'];

const named = /^(ci|adjustedCi|\w*[pP]Value|\w*[iI]nterval|standardError|isEquivalent|minimumDetectableDifference)$/;

/**
 * Returns the fields and methods of an API report that state uncertainty, as `Type.member`, or `Type.member.field` in a
 * member that is an object; as `Type` if the whole type is an estimate.
 *
 * @param {string} report
 */
export function statementsIn(report) {
  return declarationsIn(report).flatMap(([type, declaration]) => {
    const [first = '', ...lines] = declaration.split('\n');
    const isWhole = /\bextends .*\bEstimate\b|^type .*\bEstimate\b/.test(first);
    const path = [type];
    const members = lines.flatMap((line) => {
      const [, member, of] = /^\s+(?:readonly )?(\w+)\??(?:\(.*\))?: (.*)$/.exec(line) ?? [];
      const isStatement = member && of && (named.test(member) || /\bEstimate\b/.test(of));
      const found = isStatement ? [[...path, member].join('.')] : [];
      const opened = /^\s*(?:readonly )?(\w*)/.exec(line)?.[1];
      const last = line.trimStart().startsWith('}') ? path.pop() : undefined;
      // The result of a method whose options are an object.
      if (last && /\): .*\bEstimate\b/.test(line)) found.push([...path, last].join('.'));
      if (line.endsWith('{')) path.push(opened || (last ?? ''));
      return found;
    });
    return [...(isWhole ? [type] : []), ...members];
  });
}

/**
 * Returns the mistakes of a registry: statements without a table, entries without a statement, and unknown tables.
 *
 * @param {string[]} found
 * @param {Record<string, string>} registry tables by statement, separated by spaces
 * @param {string[]} known names of tables
 * @param {string[]} marked statements that are listed as not measured
 */
export function findMistakes(found, registry, known, marked) {
  const listed = [...Object.keys(registry), ...marked];
  return [
    ...found
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} has no table in scripts/coverage/registry.mjs`),
    ...listed.filter((name) => !found.includes(name)).map((name) => `${name} is not in the API`),
    ...marked.filter((name) => name in registry).map((name) => `${name} has tables and is listed as not measured`),
    ...Object.entries(registry).flatMap(([name, tables]) =>
      tables
        .split(' ')
        .filter((table) => !known.includes(table))
        .map((table) => `${name}: docs/uncertainty.md has no table ${table}`),
    ),
  ];
}

/** Returns the statements that are listed as not measured although they print a percentage. */
export const uncalibratedIn = (marked) =>
  Object.entries(marked)
    .filter(([, reason]) => !reasonsWithoutTable.includes(reason))
    .map(([name, reason]) => `${name} needs a table, or no interval: "${reason}" is not a reason`);

/** Returns the mistakes in the list of sentences: those that no report contains, and unknown tables. */
function unmeasuredSentences(known) {
  const folder = join(top, 'js/src/report');
  const source = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return Object.entries(sentences).flatMap(([sentence, tables]) => [
    ...(source.some((text) => text.includes(sentence)) ? [] : [`no report contains "${sentence}"`]),
    ...tables.split(' ').flatMap((table) => (known.includes(table) ? [] : [`"${sentence}" has no table ${table}`])),
  ]);
}

/** Throws if a public statement of uncertainty has no table in docs/uncertainty.md. */
export function checkStatements() {
  const folder = join(top, 'docs/api');
  const found = readdirSync(folder).flatMap((file) => statementsIn(readFileSync(join(folder, file), 'utf8')));
  const document = readFileSync(join(top, 'docs/uncertainty.md'), 'utf8');
  // A table without rows measures nothing.
  const known = [...document.matchAll(/<!-- coverage: ([\w -]+) -->\s+\|/g)].map(([, name]) =>
    String(name).replaceAll(' ', '-'),
  );
  const mistakes = [
    ...findMistakes([...new Set(found)], statements, known, Object.keys(unmeasured)),
    ...uncalibratedIn(unmeasured),
    ...unmeasuredSentences(known),
  ];
  if (mistakes.length > 0) throw new Failure(mistakes.join('\n'));
}
