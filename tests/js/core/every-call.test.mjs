// SPDX-License-Identifier: Apache-2.0
//
// Everything that the package offers, called with what nobody would give on purpose: every function of every door,
// and every method of what those give. A call gives a value or throws a FairwasmError, and an accumulator goes on from
// where it was. A name that is new has to have its sample in ../samples.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { FairwasmError } from 'fairwasm';
import ts from 'typescript';
import { isThorough } from '../../thorough.mjs';
import { hostile, itsOwn } from '../hostile.mjs';
import { accumulators, call, doors, holders, methodsOf } from '../samples.mjs';

// A quarter of the values for each name, another one for the next: all of them in the thorough run.
let turn = 0;
function hostileValues() {
  turn++;
  return isThorough ? hostile : hostile.filter((_, i) => (i + turn) % 4 === 0);
}

// Elements need a page: tests/web. `browser` is the main entry point once more. Workers, modules and schemas are files, not functions.
const notHere = /^\.\/(elements|browser$|.*worker$|.*\.wasm$|.*\.json$)/;
const { exports } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
const paths = Object.keys(exports).filter((path) => !notHere.test(path));
const nameOf = (path) => `fairwasm${path.slice(1)}`;

const functionsOf = ({ exports: object }) => [
  ...new Set([
    ...Object.keys(object).filter((name) => typeof object[name] === 'function'),
    ...methodsOf(object),
  ]),
];

test('there are samples of every door of the package', () => {
  const known = Object.keys(doors).filter((name) => !name.startsWith('of '));
  expect(known.sort()).toEqual(paths.map(nameOf).sort());
});

test.each(Object.entries(doors))('there is a sample of everything in %s', (_, door) => {
  const known = [...Object.keys(door.calls), ...Object.keys(door.made ?? {})];
  expect(known.sort()).toEqual(functionsOf(door).sort());
});

/** @type {(method: ts.MethodDeclaration) => boolean} */
const isProtected = ({ modifiers }) =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ProtectedKeyword) ?? false;

// What the declarations show of a class: what is internal stands in the code alone.
const dist = new URL('../../../dist/', import.meta.url);
const shown = new Map();
const declared = readdirSync(dist, { recursive: true, encoding: 'utf8' });
for (const file of declared.filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(new URL(file, dist), 'utf8');
  if (!text.includes(' class ')) continue;
  for (const node of ts.createSourceFile(file, text, ts.ScriptTarget.ES2022).statements) {
    if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
    const methods = node.members
      .filter((member) => ts.isMethodDeclaration(member))
      .filter((method) => !isProtected(method))
      .map(({ name }) => (ts.isIdentifier(name) ? name.text : undefined));
    shown.set(node.name.text, [...(shown.get(node.name.text) ?? []), ...methods]);
  }
}

/** The methods of an object that the declarations of its classes show. */
function publicMethodsOf(object) {
  const names = new Set();
  for (
    let owner = object;
    owner && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const name of shown.get(owner.constructor.name) ?? []) if (name) names.add(name);
  }
  return methodsOf(object).filter((name) => names.has(name));
}

let calls = 0;
afterAll(() => {
  console.log(`${calls} calls`); // of which a failure would be one
});

/** Ends as it should: what it threw, if it threw. */
async function ended(what, work) {
  calls++;
  try {
    const value = await work();
    if (typeof value?.[Symbol.asyncIterator] === 'function') {
      for await (const part of value) if (part) break;
    }
    return undefined;
  } catch (error) {
    if (error instanceof FairwasmError || error === itsOwn) return error;
    throw new Error(`${what()}: ${error?.stack ?? String(error)}`);
  }
}

// An error of ours is made by our own code; taggers take nothing, and load a language each time.
const isHere = (path, name) => name !== 'FairwasmError' && !path.includes('/taggers/');
const named = Object.entries(doors).flatMap(([path, door]) =>
  Object.entries(door.calls)
    .filter(([name]) => isHere(path, name))
    .map(([name, args]) => [`${name} ${path}`, door, name, args]),
);

test.each(named)('%s', async (_, door, name, args) => {
  const failed = await ended(
    () => 'as it is meant to be',
    async () => call(door, name, await args()),
  );
  expect(failed).toBeUndefined();
  await ended(
    () => 'without arguments',
    () => call(door, name, []),
  );
  const { length } = await args();
  for (let i = 0; i <= length; i++) {
    for (const value of hostileValues()) {
      const all = await args();
      all[i] = value();
      await ended(
        () => `argument ${i} = ${value}`,
        () => call(door, name, all),
      );
    }
  }
});

/** What a call gives, where it is of a class of its own. */
const isOfClass = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  ![Object.prototype, Array.prototype, Map.prototype, null].includes(Object.getPrototypeOf(value));

// One object for each method, since it may end what it is called on.
async function attack(make, method) {
  const object = await make();
  for (const places of [1, 2]) {
    for (const value of hostileValues()) {
      const args = [...Array(places - 1), value()];
      await ended(
        () => `${method}(${Array(places).join('undefined, ')}${value})`,
        () => object[method](...args),
      );
    }
  }
}

test.each(named)('the methods of what %s gives', async (_, door, name, args) => {
  const make = async () => call(door, name, await args());
  if (name.startsWith('load')) return; // is a door itself
  const object = await make();
  if (!isOfClass(object)) return;
  for (const method of publicMethodsOf(object)) await attack(make, method);
});

test.each(Object.entries(holders))('the methods of %s', async (_, make) => {
  for (const method of publicMethodsOf(make())) await attack(make, method);
});

describe.each(Object.entries(accumulators))('%s', (_, { make, rows }) => {
  // What a call may change where it is taken.
  const changing = ['update', 'updateCounted', 'merge', 'reset'];
  const bytesOf = (object) => object.toBytes?.() ?? JSON.stringify(object.audit().report());

  test('the methods, and the rows that come afterwards', async () => {
    for (const method of publicMethodsOf(make())) {
      let object = make();
      let before = bytesOf(object);
      for (const value of hostileValues()) {
        const refused = await ended(
          () => `${method}(${value})`,
          () => object[method](value()),
        );
        if (refused === undefined && changing.includes(method)) {
          object = make();
          before = bytesOf(object);
        } else {
          expect(bytesOf(object)).toEqual(before);
        }
      }
      object.update(rows());
      const untouched = make();
      untouched.update(rows());
      expect(bytesOf(object)).toEqual(bytesOf(untouched));
    }
  });
});
