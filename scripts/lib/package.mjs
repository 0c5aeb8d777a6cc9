// Builds the npm package into dist/ in steps, each of which runs only if its inputs have changed. Code is transpiled
// file by file; declarations need the types of all files and are a separate step.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildBrowserBundle } from './browser-bundle.mjs';
import { buildCliBundle } from './cli-bundle.mjs';
import { configSchema } from './config-schema.mjs';
import { buildFileScript } from './file-script.mjs';
import { listFiles } from './files.mjs';
import { buildMan } from './man.mjs';
import { binFolder, buildFolder, top, tsc } from './paths.mjs';
import { run } from './run.mjs';
import { Stages } from './stages.mjs';
import { minified, withoutDocumentation, withoutUnreachable } from './strip-comments.mjs';
import { buildVendor, vendorFiles } from './vendor.mjs';
import { buildWorker, workers } from './workers.mjs';

// A module is named after its folder of bindings.
const modules = (await readdir(join(top, 'cpp/bindings'))).filter((name) => name !== 'support');

/** Builds everything that runs: all that tests need, except tests of types, elements, or the package as a whole. */
export async function buildCode() {
  const stages = new Stages(join(buildFolder, 'steps.json'));
  for (const name of modules) await buildModule(stages, name);
  await stages.run('libraries', [], buildLibraries);
  await stages.run('schemas', [], buildSchemas);
  await stages.run('saved file', listFiles(['web/src/file'], ['']), buildSavedFile);
  await transpile(stages);
  for (const worker of workers) {
    await stages.run(worker, [worker], () => buildWorker(worker));
  }
  await stages.run('command line', ['js/src/cli/main.ts'], buildCliBundle);
  await stages.run('browser', ['js/src/browser.ts'], buildBrowserBundle);
  return stages;
}

/** Builds the whole package. */
export async function buildPackage() {
  const stages = await buildCode();
  await stages.run('declarations', sources('.ts'), buildDeclarations);
  await stages.run('elements', elementInputs(), buildElements);
  for (const [from, to] of copies) {
    await stages.run(to, [from], async () => ({ outputs: [copy(from, to)] }));
  }
  const commands = listFiles(['dist/cli', 'dist/bin'], ['.js']);
  await stages.run('configuration schema', commands, async () => {
    const text = `${JSON.stringify(await configSchema(), null, 2)}\n`;
    return { outputs: [write('dist/schemas/config.schema.json', text)] };
  });
  await stages.run('manual page', ['package.json', ...commands], async () => {
    await buildMan();
    return { outputs: ['dist/fairwasm.1'] };
  });
}

const sources = (ending) => listFiles(['js/src'], [ending]).filter((file) => !isLaid.test(file));

// Parts of js/src that the build writes for the compiler: compiled modules and bundled libraries.
const isLaid = /^js\/src\/(wasm|vendor)\//;

function write(file, text) {
  const path = join(top, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return file;
}

// A module is next to the sources that import it, both where tsc reads and where it writes. Its code is minified, and
// its bytes are also stored as text, for js/src/core/packed.ts. Its name ends in .js because stock MIME tables, such as
// nginx's, lack .mjs, and browsers do not run a module that is served as application/octet-stream.
function buildModule(stages, name) {
  const built = ['wasm', 'mjs', 'd.mts'].map((ending) => `build/wasm/${name}.${ending}`);
  return stages.run(`module ${name}`, built, async () => {
    const [bytes, code, types] = built.map((file) => readFileSync(join(top, file)));
    const glue = await minified(`${name}.js`, withoutUnreachable(String(code)));
    const base64 = gzipSync(bytes, { level: 9 }).toString('base64');
    const files = {
      [`${name}.wasm`]: bytes,
      [`${name}.js`]: glue,
      [`${name}.d.ts`]: types,
      [`${name}.base64.js`]: `export default '${base64}';\n`,
      [`${name}.base64.d.ts`]: 'declare const base64: string;\nexport default base64;\n',
    };
    const outputs = ['js/src/wasm', 'dist/wasm'].flatMap((folder) =>
      Object.entries(files).map(([file, text]) => write(`${folder}/${file}`, text)),
    );
    return { outputs };
  });
}

const vendorFolders = ['js/src/vendor', 'dist/vendor'];

async function buildLibraries() {
  await buildVendor(vendorFolders);
  const outputs = vendorFiles(vendorFolders);
  await minifyInPlace(outputs.filter((file) => file.startsWith('dist/')));
  return { outputs };
}

// The published schemas, and their definitions without texts for the check of files.
async function buildSchemas() {
  const { makeSchemas, withoutTexts } = await import('./schemas.mjs'); // not installed before setup()
  const { schemas, read } = makeSchemas();
  const [report, document] = [schemas.report, schemas.document].map(withoutTexts);
  const $defs = { ...document.$defs, ...report.$defs };
  const outputs = Object.entries(schemas).map(([name, schema]) =>
    write(`dist/schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`),
  );
  for (const folder of vendorFolders) {
    const code = `export default ${JSON.stringify($defs)};\n`;
    const types = "import type { Schema } from '../report/shapes.js';\n\n";
    outputs.push(write(`${folder}/definitions.js`, code));
    outputs.push(
      write(
        `${folder}/definitions.d.ts`,
        `${types}declare const definitions: Readonly<Record<string, Schema>>;\nexport default definitions;\n`,
      ),
    );
  }
  return { outputs, read };
}

async function buildSavedFile() {
  const read = await buildFileScript(vendorFolders);
  const [sources, dist] = vendorFolders.map((folder) => `${folder}/report-file`);
  await minifyInPlace([`${dist}.js`]);
  return { outputs: [`${sources}.js`, `${sources}.d.ts`, `${dist}.js`], read };
}

async function minifyInPlace(files) {
  for (const file of files) write(file, await minified(file, readFileSync(join(top, file), 'utf8')));
}

// `isolatedModules` and `verbatimModuleSyntax` ensure that a file's code depends only on this file.
async function transpile(stages) {
  stages.prune();
  let compiler;
  for (const file of sources('.ts')) {
    const output = file.replace('js/src', 'dist').replace(/\.ts$/, '.js');
    if (file.endsWith('.d.ts') || workers.includes(file)) continue;
    await stages.run(file, [file, 'js/tsconfig.json'], async () => {
      compiler ??= await startCompiler();
      write(output, compiler(readFileSync(join(top, file), 'utf8'), file));
      return { outputs: [output] };
    });
  }
}

async function startCompiler() {
  const { default: ts } = await import('typescript'); // not installed before setup()
  const { config } = ts.readConfigFile(join(top, 'js/tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, join(top, 'js'));
  // The package consists of ES modules, which the compiler would read from package.json.
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  return (text, fileName) =>
    withoutDocumentation(ts, ts.transpileModule(text, { compilerOptions, fileName }).outputText);
}

// Also checks the types of all files.
async function buildDeclarations() {
  const state = join(buildFolder, 'declarations.tsbuildinfo');
  const options = ['--emitDeclarationOnly', '--incremental', '--tsBuildInfoFile', state];
  const outputs = sources('.ts')
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => file.replace('js/src', 'dist').replace(/\.ts$/, '.d.ts'));
  // The compiler writes only files that have changed according to its own state.
  if (!outputs.every((file) => existsSync(join(top, file)))) rmSync(state, { force: true });
  await run(process.execPath, [tsc, '-p', 'js/tsconfig.json', ...options]);
  return { outputs };
}

const elementInputs = () => [
  ...listFiles(['web/src'], ['.ts', '.css', '.json', '.svg']),
  ...['web/elements.config.ts', 'web/side-effects.ts', 'web/slim-templates.ts', 'package.json'],
];

// With declarations and, for each framework, the element with the types of its templates.
async function buildElements() {
  await run(join(binFolder, 'vite'), ['build', '--config', 'web/elements.config.ts']);
  const outputs = listFiles(['dist/elements'], ['.js']);
  await minifyInPlace(outputs);
  for (const name of ['elements', 'lesson']) {
    outputs.push(copy(`web/src/elements/${name}.d.ts`, `dist/elements/${name}.d.ts`));
  }
  for (const name of frameworks) {
    outputs.push(write(`dist/elements/${name}.js`, "export * from './elements.js';\n"));
    outputs.push(copy(`js/types/${name}.d.ts`, `dist/elements/${name}.d.ts`));
  }
  return { outputs, read: frameworks.map((name) => `js/types/${name}.d.ts`) };
}

const frameworks = ['react', 'svelte', 'vue'];
const copies = [
  ['js/types/wasm.d.ts', 'dist/wasm/wasm.d.ts'],
  ['js/types/browser.d.ts', 'dist/fairwasm.browser.d.ts'],
];

function copy(from, to) {
  mkdirSync(dirname(join(top, to)), { recursive: true });
  cpSync(join(top, from), join(top, to));
  return to;
}
