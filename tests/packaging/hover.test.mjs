// SPDX-License-Identifier: Apache-2.0
//
// Examples in editor tooltips work: every public function and class has an example in its documentation, which matches
// the strict types, runs, and gives the values next to it, like code in documentation pages. Names of the same entry
// point need no import; the example of a method continues that of its class.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { buildFolder, top } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { getModule } from '../../scripts/lib/snippets.mjs';
import { linear, network } from '../js/models/models.mjs';

// Entry points whose examples are only type-checked, because they need a browser.
const ofBrowsers = ['fairwasm/elements', 'fairwasm/elements/lesson'];

// Inside the checkout, so that 'fairwasm' is the built package.
const folder = join(buildFolder, 'hover');
const settings = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
};

const { exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
const entryPoints = Object.entries(exports)
  .filter(([, { types }]) => types !== undefined)
  .map(([path, { types }]) => ({ entryPoint: `fairwasm${path.slice(1)}`, file: join(top, types) }));
const declarations = ts.createProgram(
  entryPoints.map(({ file }) => file),
  settings,
);
const checker = declarations.getTypeChecker();

const getExports = (file) => {
  const source = declarations.getSourceFile(file);
  const entryPoint = source && checker.getSymbolAtLocation(source);
  return entryPoint === undefined ? [] : checker.getExportsOfModule(entryPoint);
};
const isAlias = ({ flags }) => (flags & ts.SymbolFlags.Alias) !== 0;
const behind = (symbol) => (isAlias(symbol) ? checker.getAliasedSymbol(symbol) : symbol);

const isValue = ({ flags }) => (flags & ts.SymbolFlags.Value) !== 0;
// A class may be exported only as a type, if functions create it.
const isImportable = (symbol) =>
  isValue(behind(symbol)) && !symbol.declarations.some(ts.isTypeOnlyImportOrExportDeclaration);

function isCallable(symbol) {
  if (!isValue(symbol)) return false;
  const type = checker.getTypeOfSymbol(symbol);
  return [...type.getCallSignatures(), ...type.getConstructSignatures()].length > 0;
}

const getExamples = (symbol) =>
  symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'example')
    .map(({ text }) => ts.displayPartsToString(text).replace(/^```\w*\n|\n```$/g, ''));

/** Returns the examples of a function, or of a class and its methods: `{ name, code }`. */
function examplesWithin(symbol) {
  const own = getExamples(symbol);
  const members = [...(symbol.members?.values() ?? [])].flatMap((member) =>
    getExamples(member).map((code) => ({ name: `${symbol.name}.${member.name}`, code: [...own, code].join('\n') })),
  );
  return [...own.map((code) => ({ name: symbol.name, code })), ...members];
}

/** Returns imports for the names of its entry point that an example uses but does not declare. */
function readImports(code, entryPoint, values) {
  const declared = code.replaceAll(/\w+ as /g, '').match(/\b(const|let|import) (\w+|[{[][^\]}]*)/g) ?? [];
  const names = (text, name) => new RegExp(`\\b${name}\\b`).test(text);
  const used = values.filter((name) => names(code, name) && !names(declared.join(), name));
  return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${entryPoint}';\n`;
}

const callables = new Map();
const examples = [];
for (const { entryPoint, file } of entryPoints) {
  const names = getExports(file);
  const values = names.filter(isImportable).map(({ name }) => name);
  for (const symbol of names.map(behind).filter(isCallable)) {
    if (callables.has(symbol)) continue;
    const found = examplesWithin(symbol);
    callables.set(symbol, { name: `${entryPoint}: ${symbol.name}`, isShown: getExamples(symbol)[0] });
    for (const { name, code } of found) {
      const checked = getModule([{ language: 'js', code: readImports(code, entryPoint, values) + code }]);
      examples.push({ entryPoint, name: `${entryPoint}: ${name}`, code: checked });
    }
  }
}

// A function and the class that it creates may have names that differ only in case.
const getFile = ({ name }, ending) => {
  const place = examples.findIndex((each) => each.name === name);
  return join(folder, `${place}-${name.replaceAll(/\W+/g, '-')}.${ending}`);
};
const runnable = examples.filter(({ entryPoint }) => !ofBrowsers.includes(entryPoint));

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'loans.onnx'), linear());
  writeFileSync(join(folder, 'network.onnx'), network());
  copyFileSync('tests/js/robustness/classifier.safetensors', join(folder, 'classifier.safetensors'));
});

test('every function and class has an example', () => {
  const all = [...callables.values()];
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(({ isShown }) => !isShown).map(({ name }) => name)).toEqual([]);
});

test('every example shows its result, and everything shown is checked', () => {
  const silent = runnable.filter(({ code }) => !code.includes('\nassert.'));
  expect(silent.map(({ name }) => name)).toEqual([]);
  const value = /^(?!const|let|\/\/).*\/\/ ([[{"'\d-]|(true|false|null|undefined|NaN)\b)/m;
  const unchecked = runnable.filter(({ code }) => value.test(code));
  expect(unchecked.map(({ name }) => name)).toEqual([]);
});

test('examples match the strict types of the package', () => {
  const stray = { name: 'stray', code: "import { load } from 'fairwasm';\n(await load()).audt();\n" };
  const files = [...examples, stray].map((example) => {
    const file = getFile(example, 'types.mts');
    writeFileSync(file, example.code);
    return file;
  });
  const program = ts.createProgram(files, settings, undefined, declarations);
  const mistakes = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file?.text.slice(start).split('\n', 1);
    return `${file?.fileName}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  expect(mistakes.pop()).toMatch(/stray.*'audt' does not exist/);
  expect(mistakes).toEqual([]);
}, 120_000);

test('examples run and give the documented values', async () => {
  const files = runnable.map((example) => {
    const file = getFile(example, 'mjs');
    writeFileSync(file, example.code);
    return file;
  });
  const stray = join(folder, 'stray.mjs');
  writeFileSync(stray, getModule([{ language: 'js', code: '1 + 1; // 3' }]));
  const runner = join(folder, 'runner.mjs');
  writeFileSync(
    runner,
    `const failures = {};
    for (const file of ${JSON.stringify([...files, stray])})
      await import(file).catch((error) => { failures[file] = error.message; });
    console.log(JSON.stringify(failures));`,
  );
  const { [stray]: wrong, ...failures } = JSON.parse(await run(process.execPath, [runner], { cwd: folder }));
  expect(wrong).toContain('2 !== 3');
  expect(failures).toEqual({});
}, 120_000);
