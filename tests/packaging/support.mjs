// The packed package, installed into an empty folder and used from there with the tools in tests/packaging/tools, which
// are kept in the user's cache folder.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { buildFolder, top } from '../../scripts/lib/paths.mjs';
import { closeStreams, end, run } from '../../scripts/lib/run.mjs';
import { toolFolder } from '../../scripts/lib/tool-folder.mjs';
import { present } from '../present.mjs';

const quiet = ['--no-audit', '--no-fund'];

// All test files of a worker share the tarball. Vitest numbers the workers.
const packFolder = join(buildFolder, 'packed', process.env.VITEST_POOL_ID ?? '0');
let packed;

/** Packs the package; resolves with the tarball and its paths. */
export const pack = () => (packed ??= packOnce());

async function packOnce() {
  await rm(packFolder, { recursive: true, force: true });
  await mkdir(packFolder, { recursive: true });
  const output = await run('npm', ['pack', '--json', '--pack-destination', packFolder]);
  const described = JSON.parse(output.slice(output.indexOf('\n[') + 1));
  const [{ filename, files }] = Object.values(described);
  return { tarball: join(packFolder, filename), files: files.map(({ path }) => path) };
}

/** Returns the folder of the bundlers, which takes half a minute to create and 0.7 GB. */
export const exampleTools = () => toolFolder('examples', join(top, 'tests/packaging/tools/package.json'));

/**
 * Installs the examples with the tarball into an empty folder. Tools are in the parent folder, as in a workspace.
 */
export async function installExamples(tarball) {
  const above = await exampleTools();
  const folder = await mkdtemp(join(above, 'run-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--no-package-lock', ...quiet, tarball], { cwd: folder });
  await cp(join(top, 'examples'), folder, { recursive: true });
  for (const name of await namesOfExamples()) {
    await cp(join(folder, 'node_modules'), join(folder, name, 'node_modules'), { recursive: true });
  }
  return { folder, above, remove: () => rm(folder, { recursive: true, force: true }) };
}

// Too slow for every run; see scripts/targets.mjs.
const byHand = ['astro', 'nuxt', 'sveltekit'];

/** Returns the names of the tested examples. */
export async function namesOfExamples() {
  const entries = await readdir(join(top, 'examples'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.filter((name) => !byHand.includes(name));
}

/** Runs a tool in an example's folder; resolves with its output, or throws with all of it. */
export function runTool({ folder, above }, example, call) {
  const [command, ...args] = call;
  const path = `${join(above, 'node_modules/.bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' };
  return run(command, args, { cwd: join(folder, example), env });
}

/**
 * Starts a server of an example; `args` contains its port as PORT. Resolves once it answers, with a function that stops
 * it and everything it started; also stops it if it does not answer.
 */
export async function startServer({ folder, above }, example, call) {
  const [command, ...args] = call;
  const port = await freePort();
  const child = spawn(
    command.includes('/') ? command : join(above, 'node_modules/.bin', command),
    args.map((arg) => arg.replace('PORT', port)),
    {
      cwd: join(folder, example),
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const url = `http://127.0.0.1:${port}/`;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    end(child.pid, true);
    await ended;
    closeStreams(child); // a child process of the server may still hold them
  };
  const latest = performance.now() + 30_000;
  while (child.exitCode === null && performance.now() < latest) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${command} does not answer:\n${output}`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(String(port)));
    });
  });
}

/** Opens a page of an unpacked Chromium extension; returns the final text of its <output> and its workers. */
export async function readExtension(folder, page) {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const id = hash.replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]);
  const extension = [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
  const context = await chromium.launchPersistentContext('', {
    executablePath: present(findChromium()),
    args: ['--no-sandbox', '--disable-gpu', ...extension],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  try {
    return await readOutput(await context.newPage(), `chrome-extension://${id}/${page}`);
  } finally {
    await context.close();
  }
}

async function readOutput(page, url) {
  const { complaints } = listen(page);
  const workers = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto(url);
  const text = await page
    .waitForFunction(() => document.querySelector('output')?.textContent, null, { timeout: 30_000 })
    .then((handle) => handle.jsonValue())
    .catch((error) => `${error.message}\n${complaints.join('\n')}`);
  await page.close();
  return { text, complaints, workers };
}

function listen(page) {
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Opens Chromium; returns a function that opens a page and returns the final text of its <output>. */
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: present(findChromium()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    /** Opens a new page and records its errors. */
    open: async () => listen(await browser.newPage()),
    read: async (url) => readOutput(await browser.newPage(), url),
    close: () => browser.close(),
  };
}
