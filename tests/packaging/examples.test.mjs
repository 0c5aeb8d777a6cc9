// Every example, with the packed package: built by its own tool, run, and read. All print the same line,
// since one seed gives the same numbers everywhere.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { serve } from '../../scripts/serve.mjs';
import {
  installExamples,
  namesOfExamples,
  openBrowser,
  pack,
  runTool,
  startServer,
} from './support.mjs';

// Servers and a browser on a busy machine: what fails twice is a fault, what failed once is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const line = 'selection rates differ by 0.75, leakage is 0.1250 ± 0.2500';

let packed;
let installed;
let browser;

beforeAll(async () => {
  packed = await pack();
  installed = await installExamples(packed.tarball);
  browser = await openBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await installed?.remove();
  await packed?.remove();
});

async function readServed(example) {
  const site = await serve(join(installed.folder, example));
  try {
    return await browser.read(site.url);
  } finally {
    await site.close();
  }
}

/** What `work` gives for an example's own server, which ends with it, however it ends. */
async function withServer(example, command, work) {
  const server = await startServer(installed, example, command);
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

const clean = { text: line, complaints: [] };

describe('the packed package is installed', () => {
  test('without anything else: it has no dependencies', async () => {
    const modules = await readdir(join(installed.folder, 'node_modules'));
    expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['fairwasm']);
  });

  test('and runs its command line', async () => {
    const output = await runTool(installed, 'node', [
      process.execPath,
      'node_modules/.bin/fairwasm',
      'audit',
      '--example',
      'berkeley',
    ]);
    expect(output).toContain('Selection rate');
  });
});

describe('the example for', () => {
  test('Node with import', async () => {
    const output = await runTool(installed, 'node', [process.execPath, 'import.mjs']);
    expect(output).toBe(`${line}\n`);
  });

  test('Node with require', async () => {
    const output = await runTool(installed, 'node', [process.execPath, 'require.cjs']);
    expect(output.trim().split('\n').at(-1)).toBe(line); // Node 20 may warn before it
  });

  test('Deno', async () => {
    const command = ['deno', 'run', '--allow-read', '--allow-env', 'main.ts'];
    expect(await runTool(installed, 'deno', command)).toBe(`${line}\n`);
  });

  test('Bun', async () => {
    expect(await runTool(installed, 'bun', ['bun', 'main.ts'])).toBe(`${line}\n`);
  });

  test('Vite: its server', async () => {
    const command = ['vite', '--host', '127.0.0.1', '--port', 'PORT', '--strictPort'];
    expect(await withServer('vite', command, browser.read)).toMatchObject(clean);
  });

  test('Vite: what it builds', async () => {
    await runTool(installed, 'vite', ['vite', 'build', '--logLevel', 'warn']);
    const read = await readServed('vite/dist');
    expect(read).toMatchObject(clean);
    expect(read.workers.length).toBeGreaterThan(0);
  });

  test('webpack', async () => {
    await runTool(installed, 'webpack', ['webpack']);
    const read = await readServed('webpack');
    expect(read).toMatchObject(clean);
    expect(read.workers.length).toBeGreaterThan(0);
  });

  test('esbuild', async () => {
    const { scripts } = await manifestOf('esbuild');
    await runTool(installed, 'esbuild', scripts.build.split(' '));
    expect(await readServed('esbuild')).toMatchObject(clean);
  });

  test('Rollup', async () => {
    await runTool(installed, 'rollup', ['rollup', '--config', '--silent']);
    expect(await readServed('rollup')).toMatchObject(clean);
  });

  test('Next.js, on the server and in the browser', async () => {
    await runTool(installed, 'next', ['next', 'build']);
    const command = ['next', 'start', '--hostname', '127.0.0.1', '--port', 'PORT'];
    await withServer('next', command, async (url) => {
      const html = await fetch(url).then((response) => response.text());
      expect(html).toContain(`<p>${line}</p>`);
      expect(await browser.read(url)).toMatchObject(clean);
    });
  }, 180_000);

  test('a script with an import map', async () => {
    expect(await readServed('import-map')).toMatchObject(clean);
  });

  test('a module worker', async () => {
    expect(await readServed('module-worker')).toMatchObject(clean);
  });
});

const manifestOf = async (example) =>
  JSON.parse(await readFile(join('examples', example, 'package.json'), 'utf8'));

describe('the examples', () => {
  test('name the versions of the tools that they are tested with', async () => {
    const tools = JSON.parse(await readFile('tests/packaging/tools/package.json', 'utf8'));
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    const tested = { ...tools.dependencies, fairwasm: version };
    for (const example of await namesOfExamples()) {
      const { dependencies, devDependencies } = await manifestOf(example);
      for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect({ example, name, wanted }).toEqual({ example, name, wanted: tested[name] });
      }
    }
  });

  test('are sound to the type checker, however modules are resolved', async () => {
    for (const [module, moduleResolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
    ]) {
      const options = ['--module', module, '--moduleResolution', moduleResolution];
      await runTool(installed, '.', ['tsc', '-p', 'tsconfig.json', '--noEmit', ...options]);
    }
  });
});
