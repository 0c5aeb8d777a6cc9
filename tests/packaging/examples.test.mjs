// Every example with the packed package: built by its own tool, run, and read. All print the same line, because equal
// seeds give equal results everywhere.

import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { serve } from '../../scripts/serve.mjs';
import { figures, loadModules, sharedFigures } from '../browsers/same-bits/figures.mjs';
import { unless } from '../optional.mjs';
import { describePrograms } from './programs.mjs';
import {
  installExamples,
  namesOfExamples,
  openBrowser,
  pack,
  readExtension,
  runTool,
  startServer,
} from './support.mjs';

// Retries failures, because servers and a browser may be slow on a busy machine; single failures are printed.

const line = 'selection rates differ by 0.75, leakage is 0.1250 ± 0.2500';

// The tested versions of Vite, each with a copy of one example in its own folder, because their caches are
// incompatible.
const copies = ['vite-7', 'vite-6', 'vite-5'];

let packed;
let installed;
let browser;

beforeAll(async () => {
  packed = await pack();
  installed = await installExamples(packed.tarball);
  for (const copy of copies) {
    await cp(join(installed.folder, 'vite'), join(installed.folder, copy), { recursive: true });
  }
  browser = await openBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await installed?.remove();
});

async function readServed(example) {
  const site = await serve(join(installed.folder, example));
  try {
    return await browser.read(site.url);
  } finally {
    await site.close();
  }
}

/** Returns the result of `work` with an example's server, which is stopped afterwards. */
async function withServer(example, command, work) {
  const server = await startServer(installed, example, command);
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

const clean = { text: line, complaints: [] };

describe('the installed package', () => {
  test('has no dependencies', async () => {
    const modules = await readdir(join(installed.folder, 'node_modules'));
    expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['fairwasm']);
  });

  test('runs its command line', async () => {
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
    expect(output.trim().split('\n').at(-1)).toBe(line); // Node 20 may print a warning first
  });

  test('Deno', async () => {
    const command = ['deno', 'run', '--allow-read', '--allow-env', 'main.ts'];
    expect(await runTool(installed, 'deno', command)).toBe(`${line}\n`);
  });

  test('Bun', async () => {
    expect(await runTool(installed, 'bun', ['bun', 'main.ts'])).toBe(`${line}\n`);
  });

  // Up to version 7, the server does not find the .wasm and worker files, but the audit still works.
  test.each([
    ['vite', /^$/],
    ['vite-7', /404|MIME type/],
    ['vite-5', /404|MIME type/],
  ])(
    'the server of %s works',
    async (vite, allowed) => {
      const tool = join('..', '..', 'node_modules', vite, 'bin/vite.js');
      const command = [tool, '--host', '127.0.0.1', '--port', 'PORT', '--strictPort'];
      const { text, complaints } = await withServer(vite, [process.execPath, ...command], browser.read);
      expect(text).toBe(line);
      expect(complaints.filter((each) => !allowed.test(each))).toEqual([]);
    },
    120_000,
  );

  test.each(['vite', 'vite-7', 'vite-6', 'vite-5'])(
    '%s: what it builds',
    async (vite) => {
      const tool = join('..', '..', 'node_modules', vite, 'bin/vite.js');
      await runTool(installed, vite, [process.execPath, tool, 'build', '--logLevel', 'error']);
      const read = await readServed(`${vite}/dist`);
      expect(read).toMatchObject(clean);
      expect(read.workers.length).toBeGreaterThan(0);
    },
    120_000,
  );

  test('Rspack', async () => {
    await runTool(installed, 'rspack', ['rspack', 'build']);
    const read = await readServed('rspack');
    expect(read).toMatchObject(clean);
    expect(read.workers.length).toBeGreaterThan(0);
  });

  test('Parcel', async () => {
    await runTool(installed, 'parcel', await getBuild('parcel'));
    const audited = line.replace(/,.*/, '');
    expect(await readServed('parcel/dist')).toMatchObject({ text: audited, complaints: [] });
  }, 120_000);

  test('one file for Node, by esbuild and by Bun', async () => {
    await runTool(installed, 'node-bundle', await getBuild('node-bundle'));
    await runTool(installed, 'node-bundle', await getBuild('node-bundle', 'build:bun'));
    for (const file of ['dist/main.cjs', 'dist/bun.mjs']) {
      const output = await runTool(installed, 'node-bundle', [process.execPath, file]);
      expect(output).toBe(`${line}\n`);
    }
  });

  test('workerd', async () => {
    await runTool(installed, 'workerd', await getBuild('workerd'));
    const command = ['workerd', 'serve', 'config.capnp', '--socket-addr', 'http=127.0.0.1:PORT'];
    const text = await withServer('workerd', command, async (url) => (await fetch(url)).text());
    expect(text).toBe(line.replace(/,.*/, ''));
  });

  test.each(['node', 'jsdom', 'happy-dom'])(
    'Vitest in %s',
    async (environment) => {
      const command = ['vitest', 'run', '--reporter', 'json', '--environment', environment];
      const output = await runTool(installed, 'vitest', command);
      expect(JSON.parse(output.slice(output.indexOf('{')))).toMatchObject({ numPassedTests: 2 });
    },
    60_000,
  );

  test('Jest', async () => {
    const jest = join('..', '..', 'node_modules/jest/bin/jest.js');
    const command = [process.execPath, '--experimental-vm-modules', jest, '--json', '--silent'];
    const output = await runTool(installed, 'jest', command);
    expect(JSON.parse(output.slice(output.indexOf('{')))).toMatchObject({ numPassedTests: 1 });
  }, 60_000);

  test('webpack', async () => {
    await runTool(installed, 'webpack', ['webpack']);
    const read = await readServed('webpack');
    expect(read).toMatchObject(clean);
    expect(read.workers.length).toBeGreaterThan(0);
  });

  // These bundlers copy no files: each file is requested once, and the audit works without it.
  test.each(['esbuild', 'rollup'])('%s', async (example) => {
    await runTool(installed, example, await getBuild(example));
    const { text, complaints } = await readServed(example);
    expect(text).toBe(line);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
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

  const isBranded = /google/i.test(findChromium() ?? '');
  const reason = isBranded ? 'Chrome takes no unpacked extension from its command line' : '';
  unless(reason, test)('an extension, with its workers', async () => {
    const folder = join(installed.folder, 'extension');
    const read = await readExtension(folder, 'audit.html');
    expect(read).toMatchObject(clean);
    expect(read.workers.length).toBeGreaterThan(0);
  });

  test('a policy without WebAssembly gives a single error that names the required directive', async () => {
    const site = await serve(join(installed.folder, 'node'));
    const { page, complaints } = await browser.open();
    try {
      const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
      await page.route('**/page.html', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<!doctype html>${policy}` }),
      );
      await page.goto(`${site.url}page.html`);
      // Passed as text, because Vitest rewrites imports in functions, including those that run in the page.
      const found = await page.evaluate(`
        import('/node_modules/fairwasm/dist/index.js')
          .then(({ load }) => load())
          .catch(({ code, message }) => ({ code, message }))`);
      expect(found).toEqual({
        code: 'loadFailed',
        message: expect.stringContaining("add 'wasm-unsafe-eval' to the script-src"),
      });
      expect(complaints.filter((each) => /FairwasmError|rejection/i.test(each))).toEqual([]);
    } finally {
      await page.close();
      await site.close();
    }
  });

  // Like a window of Electron: no server, and only the page and its script.
  test('a file:// page whose policy permits nothing else', async () => {
    const folder = join(installed.folder, 'file');
    await runTool(installed, 'file', await getBuild('file'));
    expect(await browser.read(`file://${folder}/index.html`)).toMatchObject(clean);
  });

  test('a module worker', async () => {
    expect(await readServed('module-worker')).toMatchObject(clean);
  });
});

describe('results with 0, 1, 2, and 5 workers equal those of Node in', () => {
  let expected;
  beforeAll(async () => {
    const loaded = await loadModules();
    const shared = await sharedFigures(loaded, { workers: 0 });
    expected = { figures: await figures(loaded), shared: { 0: shared, 1: shared, 2: shared, 5: shared } };
  });

  test.each([
    ['Deno', 'deno', ['deno', 'run', '--allow-read', '--allow-env']],
    ['Bun', 'bun', ['bun']],
  ])(
    '%s',
    async (_, example, command) => {
      for (const file of ['figures.mjs', 'print.mjs']) {
        await cp(join('tests/browsers/same-bits', file), join(installed.folder, example, file));
      }
      const output = await runTool(installed, example, [...command, 'print.mjs']);
      expect(JSON.parse(output)).toEqual(expected);
    },
    120_000,
  );
});

describe('the program with', () => {
  describePrograms(() => ({ installed, browser }));
});

/** Returns the command of a script in an example's manifest. */
const getBuild = async (example, script = 'build') => (await getManifest(example)).scripts[script].split(' ');

const getManifest = async (example) => JSON.parse(await readFile(join('examples', example, 'package.json'), 'utf8'));

describe('the examples', () => {
  test('name the versions of the tools that they are tested with', async () => {
    const tools = JSON.parse(await readFile('tests/packaging/tools/package.json', 'utf8'));
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    const tested = { ...tools.dependencies, fairwasm: version };
    for (const example of await namesOfExamples()) {
      const { dependencies, devDependencies } = await getManifest(example);
      for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect({ example, name, wanted }).toEqual({ example, name, wanted: tested[name] });
      }
    }
  });

  test('pass the type checker with every module resolution', async () => {
    for (const [module, moduleResolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
    ]) {
      const options = ['--module', module, '--moduleResolution', moduleResolution];
      await runTool(installed, '.', ['tsc', '-p', 'tsconfig.json', '--noEmit', ...options]);
    }
  }, 120_000);
});
