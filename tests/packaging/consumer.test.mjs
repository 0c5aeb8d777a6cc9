// SPDX-License-Identifier: Apache-2.0
//
// The packed package in user projects: each import in the documentation, by itself, in seven bundlers, compared with
// the same program in a browser that loads the package's files from a stock nginx.
//
// FAIRWASM_THOROUGH=1 bundles every import with every bundler, and all names of every entry point.

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'fairwasm';
import { lessonNames } from 'fairwasm/elements/lesson';
import { top } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { isThorough } from '../thorough.mjs';
import { documentedImports, entryPoints, getProgram, wholeProgram } from './consumer/programs.mjs';
import { serveAsNginx } from './consumer/server.mjs';
import { exampleTools, openBrowser, pack } from './support.mjs';

const lines = documentedImports();
/** @type {Map<string, any>} */
const programs = new Map(
  /** @type {[string, any][]} */ ([
    ...lines.map((line) => [line, getProgram(line)]),
    ...(isThorough ? entryPoints.map(({ specifier }) => [`all of ${specifier}`, wholeProgram(specifier)]) : []),
  ]),
);
const all = [...programs.keys()];
const isElement = (name) => name.includes('fairwasm/elements');
// A computation, elements, and a peer dependency that is imported on the first call.
const few = all.filter((name) => /^import \{ load \} from 'fairwasm';|elements\/lesson'|\{ openModel/.test(name));

const bundlers = {
  esbuild: all,
  vite: isThorough ? all : all.filter((name) => few.includes(name) || isElement(name)),
  ...Object.fromEntries(['rollup', 'webpack', 'rspack', 'parcel', 'bun'].map((name) => [name, isThorough ? all : few])),
};

const getPath = (name) => `program-${all.indexOf(name)}`;
const peers = ['onnxruntime-web', 'compromise'];

let packed;
let tools;
let folder;
let site;
let browser;
const raw = new Map();

beforeAll(async () => {
  packed = await pack();
  tools = await exampleTools();
  folder = await mkdtemp(join(tools, 'consumer-'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'fairwasm'), { recursive: true });
  const unpack = ['-xzf', packed.tarball, '--strip-components=1', '-C', join(modules, 'fairwasm')];
  await run('tar', unpack);
  for (const peer of peers) await symlink(join(top, 'node_modules', peer), join(modules, peer));
  const packageExports = { '@parcel/resolver-default': { packageExports: true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(packageExports));
  await writeFile(join(folder, 'package-lock.json'), '{}'); // Parcel searches settings from here
  const { label, prediction, groups } = {
    label: [1, 0, 1, 0, 1, 0, 1, 0],
    prediction: [1, 1, 1, 1, 0, 0, 1, 0],
    groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
  };
  const report = JSON.stringify((await load()).audit({ label, prediction, groups }).report());
  const pages = new Map([['/page.js', pageScript(report)]]);
  for (const [name, code] of programs) {
    await mkdir(join(folder, getPath(name)));
    await writeFile(join(folder, getPath(name), 'main.js'), code);
    for (const bundler of ['raw', ...Object.keys(bundlers)]) {
      pages.set(`/${getPath(name)}/${bundler}.html`, getPage(name, bundler));
    }
  }
  site = await serveAsNginx(folder, pages);
  browser = await openBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  if (folder) await rm(folder, { recursive: true });
});

// Set before a program starts: a list of defined elements, and a function that shows some.
const pageScript = (report) => `
globalThis.defined = [];
const define = customElements.define.bind(customElements);
customElements.define = (name, element) => {
  globalThis.defined.push(name);
  define(name, element);
};
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
globalThis.showElement = async (kind) => {
  const names = kind === 'lesson' ? ${JSON.stringify(lessonNames)} : [''];
  for (const name of names) {
    const element = document.createElement('fairwasm-' + kind);
    if (kind === 'lesson') element.setAttribute('name', name);
    else element.report = ${JSON.stringify(report)};
    document.body.append(element);
  }
  const expected = new URLSearchParams(location.search).get('defined')?.split(',');
  const isDone = () => expected?.every((name) => customElements.get(name));
  let last;
  for (let i = 0; i < 10 && !isDone(); i++) {
    if (!expected && last === globalThis.defined.length && i > 3) break;
    last = globalThis.defined.length;
    await wait(500);
  }
};
`;

const imports = Object.fromEntries(
  entryPoints.map(({ specifier, file }) => [specifier, `/node_modules/fairwasm${file.replace('.', '')}`]),
);

function getPage(name, bundler) {
  const script =
    bundler === 'raw'
      ? `<script type="importmap">${JSON.stringify({ imports })}</script>
        <script type="module" src="/${getPath(name)}/main.js"></script>`
      : `<script ${/pack/.test(bundler) ? 'defer' : 'type="module"'} src="/${getPath(name)}/${bundler}/main.js"></script>`;
  return `<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script><body>${script}`;
}

/** Returns the final output of a program, with the package's files or as bundled. */
async function seenBy(name, bundler, expected) {
  const { page, complaints } = await browser.open();
  try {
    const query = expected ? `?defined=${expected}` : '';
    await page.goto(`${site.url}/${getPath(name)}/${bundler}.html${query}`);
    const seen = await page
      .waitForFunction(() => Reflect.get(globalThis, 'seen'), null, { timeout: 30_000 })
      .then((handle) => handle.jsonValue());
    return JSON.parse(seen);
  } catch (error) {
    throw new Error(`${name}: ${error.message}\n${complaints.join('\n')}`);
  } finally {
    await page.close();
  }
}

async function getRaw(name) {
  if (!raw.has(name)) raw.set(name, await seenBy(name, 'raw'));
  return raw.get(name);
}

test('the documentation contains imports of every kind', () => {
  expect(lines.length).toBeGreaterThan(25);
  expect(few).toHaveLength(3);
  expect(lines).toEqual(expect.arrayContaining(["import 'fairwasm/elements';"]));
});

test('every file has an extension that servers recognize by default', () => {
  const endings = packed.files.map((path) => /[^/]*?((\.d)?\.\w+)?$/.exec(path)?.[1]);
  expect([...new Set(endings)].sort()).toEqual(['.d.ts', '.js', '.json', '.md', '.wasm', '.1', undefined].sort());
});

test.each(all)('a stock nginx serves everything that a page needs: %s', async (name) => {
  const { kinds, values } = await getRaw(name);
  expect(kinds.filter(([, kind]) => kind === 'undefined')).toEqual([]);
  expect(values).not.toContain(null);
});

test.each(all.filter(isElement))('the package defines its elements: %s', async (name) => {
  if (name.startsWith('all of ')) return;
  const { defined } = await getRaw(name);
  const needed = ['fairwasm-lesson', 'fairwasm-plane-chart', 'fairwasm-rate-rows'];
  expect(defined).toEqual(expect.arrayContaining(needed));
});

test('fairwasm/browser needs two requests and computes the same results', async () => {
  const line = "import { load } from 'fairwasm';";
  const { page } = await browser.open();
  const requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.route('**/raw.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: getPage(line, 'raw').replaceAll('dist/index.js', 'dist/fairwasm.browser.js'),
    }),
  );
  try {
    await page.goto(`${site.url}/${getPath(line)}/raw.html`);
    const seen = await page.waitForFunction(() => Reflect.get(globalThis, 'seen'));
    expect(JSON.parse(await seen.jsonValue())).toEqual(await getRaw(line));
    expect(requests.filter((path) => path.startsWith('/node_modules/'))).toEqual([
      '/node_modules/fairwasm/dist/fairwasm.browser.js',
      '/node_modules/fairwasm/dist/wasm/core.wasm',
    ]);
  } finally {
    await page.close();
  }
});

describe.each(Object.entries(bundlers))('%s', (bundler, names) => {
  beforeAll(async () => {
    const script = join(top, 'tests/packaging/consumer/bundle.mjs');
    const args = [script, bundler, tools, folder, ...names.map(getPath)];
    const env = { ...process.env, NODE_OPTIONS: '' };
    await run(process.execPath, args, { cwd: folder, env });
  }, 600_000);

  test.each(names)('%s', async (name) => {
    const expected = await getRaw(name);
    const defined = isElement(name) ? expected.defined.join() : undefined;
    expect(await seenBy(name, bundler, defined)).toEqual(expected);
  });
});
