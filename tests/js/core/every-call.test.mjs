// SPDX-License-Identifier: Apache-2.0
//
// Calls every function of every entry point, and every method of their results, with hostile arguments. A call must
// return a value or throw a FairwasmError, and an accumulator must keep its state. A new name needs a sample in
// ../samples.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { FairwasmError } from 'fairwasm';
import ts from 'typescript';
import { isThorough } from '../../thorough.mjs';
import { hostile, itsOwn } from '../hostile.mjs';
import { accumulators, call, entryPoints, getMethods, holders } from '../samples.mjs';

// Each name gets a quarter of the values, in turn; the thorough run uses all of them.
let turn = 0;
function hostileValues() {
  turn++;
  return isThorough ? hostile : hostile.filter((_, i) => (i + turn) % 4 === 0);
}

// Elements need a page: tests/web. `browser` is the main entry point again. Workers, modules, and schemas are files,
// not functions.
const notHere = /^\.\/(elements|browser$|.*worker$|.*\.wasm$|.*\.json$)/;
const { exports } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const paths = Object.keys(exports).filter((path) => !notHere.test(path));
const getName = (path) => `fairwasm${path.slice(1)}`;

const getFunctions = ({ exports: object }) => [
  ...new Set([...Object.keys(object).filter((name) => typeof object[name] === 'function'), ...getMethods(object)]),
];

test('has samples of every entry point of the package', () => {
  const known = Object.keys(entryPoints).filter((name) => !name.startsWith('of '));
  expect(known.sort()).toEqual(paths.map(getName).sort());
});

test.each(Object.entries(entryPoints))('has a sample of everything in %s', (_, entryPoint) => {
  const known = [...Object.keys(entryPoint.calls), ...Object.keys(entryPoint.made ?? {})];
  expect(known.sort()).toEqual(getFunctions(entryPoint).sort());
});

/** @type {(method: ts.MethodDeclaration) => boolean} */
const isProtected = ({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ProtectedKeyword) ?? false;

// The declarations of a class show its public members; internal ones are only in the code.
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

/** Returns the methods of an object that the declarations of its classes show. */
function getPublicMethods(object) {
  const names = new Set();
  for (let owner = object; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const name of shown.get(owner.constructor.name) ?? []) if (name) names.add(name);
  }
  return getMethods(object).filter((name) => names.has(name));
}

let calls = 0;
afterAll(() => {
  console.log(`${calls} calls`); // number of calls, so that a run without calls is noticed
});

/** Waits for the result; returns the error if it throws. */
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

// FairwasmErrors are created by the package.
const isHere = (name) => name !== 'FairwasmError';
const named = Object.entries(entryPoints).flatMap(([path, entryPoint]) =>
  Object.entries(entryPoint.calls)
    .filter(([name]) => isHere(name))
    .map(([name, args]) => [`${name} ${path}`, entryPoint, name, args]),
);

test.each(named)('%s accepts or rejects hostile arguments', async (_, entryPoint, name, args) => {
  const failed = await ended(
    () => 'as it is meant to be',
    async () => call(entryPoint, name, await args()),
  );
  expect(failed).toBeUndefined();
  await ended(
    () => 'without arguments',
    () => call(entryPoint, name, []),
  );
  const { length } = await args();
  for (let i = 0; i <= length; i++) {
    for (const value of hostileValues()) {
      const all = await args();
      all[i] = value();
      await ended(
        () => `argument ${i} = ${value}`,
        () => call(entryPoint, name, all),
      );
    }
  }
});

/** The result of a call, if it is an instance of a class. */
const isOfClass = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  ![Object.prototype, Array.prototype, Map.prototype, null].includes(Object.getPrototypeOf(value));

// Each method gets a new object, because it may end the object.
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

test.each(named)(
  'methods of the result of %s accept or reject hostile arguments',
  async (_, entryPoint, name, args) => {
    const make = async () => call(entryPoint, name, await args());
    if (name.startsWith('load')) return; // is itself an entry point
    const object = await make();
    if (!isOfClass(object)) return;
    for (const method of getPublicMethods(object)) await attack(make, method);
  },
);

test.each(Object.entries(holders))('methods of %s accept or reject hostile arguments', async (_, make) => {
  for (const method of getPublicMethods(make())) await attack(make, method);
});

describe.each(Object.entries(accumulators))('%s', (_, { make, rows }) => {
  // Methods that may change the object if they accept their arguments.
  const changing = ['update', 'updateCounted', 'merge', 'reset'];
  const getBytes = (object) => object.toBytes?.() ?? JSON.stringify(object.audit().report());

  test('keeps its rows after hostile calls', async () => {
    for (const method of getPublicMethods(make())) {
      let object = make();
      let before = getBytes(object);
      for (const value of hostileValues()) {
        const refused = await ended(
          () => `${method}(${value})`,
          () => object[method](value()),
        );
        if (refused === undefined && changing.includes(method)) {
          object = make();
          before = getBytes(object);
        } else {
          expect(getBytes(object)).toEqual(before);
        }
      }
      object.update(rows());
      const untouched = make();
      untouched.update(rows());
      expect(getBytes(object)).toEqual(getBytes(untouched));
    }
  });
});
