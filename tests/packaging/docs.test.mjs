// Code in the documentation works: every JavaScript block runs and gives the values next to it, every command runs, and
// every link has a target.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { metrics } from 'fairwasm';
import { chromium } from 'playwright-core';
import { writeData } from '../../examples/data.mjs';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { buildFolder, top, tsc } from '../../scripts/lib/paths.mjs';
import { attempt, run } from '../../scripts/lib/run.mjs';
import { getBlocks, getCommands, getModule } from '../../scripts/lib/snippets.mjs';
import { serve } from '../../scripts/serve.mjs';
import { calls } from '../common-calls.mjs';
import { present } from '../present.mjs';

// Retries failures, because a browser may be slow on a busy machine; single failures are printed.

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !/^(metrics|command-line)\.md$/.test(name)) // generated
    .map((name) => `docs/${name}`),
];
const read = (page) => getBlocks(readFileSync(page, 'utf8'));
// Inside the checkout, so that 'fairwasm' is the built package.
const folder = join(buildFolder, 'snippets');

// Builds and tests of the checkout, which run this test themselves.
const ownCommands = /^(npm (test|run \w+|install fairwasm)|node scripts\/\w+\.mjs .*|node examples\/data\.mjs)$/;

beforeAll(() => writeData(folder));

const withCode = pages.filter((page) => read(page).some(({ language }) => language === 'js'));

test('finds pages with code', () => {
  expect(withCode).toEqual(expect.arrayContaining(['README.md', 'docs/first-audit.md']));
});

test.each(withCode)('the code of %s runs and gives the documented values', async (page) => {
  const file = join(folder, `${page.replaceAll(/\W/g, '-')}.mjs`);
  const code = getModule(read(page));
  expect(code).toContain('assert.deepEqual(');
  writeFileSync(file, code);
  expect(await run(process.execPath, [file], { cwd: folder })).toBe('');
});

// Type checks find unknown options, which would otherwise be rejected or ignored.
test('the code matches the types of the package', async () => {
  const files = withCode.map((page) => {
    const file = join(folder, `${page.replaceAll(/\W/g, '-')}.types.mts`);
    writeFileSync(file, getModule(read(page)));
    return file;
  });
  const stray = join(folder, 'stray.types.mts');
  writeFileSync(
    stray,
    "import { load } from 'fairwasm';\nconst fair = await load();\nfair.audit({ groups: {}, weights: [] });\n",
  );
  const settings = '--noEmit --skipLibCheck --strict --noImplicitAny false --module nodenext --target es2023';
  const check = (paths) => run(process.execPath, [tsc, ...settings.split(' '), '--types', 'node', ...paths]);
  expect(await check(files)).toBe('');
  await expect(check([stray])).rejects.toThrow("'weights' does not exist");
}, 120_000);

/** @type {[page: string, command: string][]} */
const commands = pages.flatMap((page) =>
  getCommands(read(page))
    .filter((command) => !ownCommands.test(command))
    .map((command) => [page, command]),
);

test.each(commands)('%s: %s', async (_, command) => {
  const [npx, name, ...args] = (command.match(/'[^']*'|\S+/g) ?? []).map((each) => each.replaceAll("'", ''));
  expect([npx, name]).toEqual(['npx', 'fairwasm']);
  const main = join(top, 'dist/cli/main.js');
  const gate = args.some((arg) => arg.startsWith('--fail-')); // may exit with 3, as documented
  const result = run(process.execPath, [main, ...args], { cwd: folder });
  if (gate) await result.catch((error) => expect(error.message).toMatch(/exited with 3$/));
  else expect(typeof (await result)).toBe('string');
});

test('workflows in pages use the action, which runs', async () => {
  const steps = pages.flatMap((page) => read(page)).filter(({ language }) => language === 'yaml');
  const [before, step] = steps[0].code.split(/- uses: \S+\/fairwasm@v1\n/);
  expect(steps.length).toBe(1);
  expect(before).toContain('actions/setup-node');
  const inputs = [...step.matchAll(/^ {4}(\w[\w-]*):/gm)].map(([, name]) => name);
  const known = readFileSync('action.yml', 'utf8');
  for (const name of inputs) expect(known).toMatch(new RegExp(`^ {2}${name}:$`, 'm'));
  const rows = Array.from({ length: 40 }, (_, i) =>
    [i % 3 ? 1 : 0, i % 5 ? 1 : 0, i % 5 < 2 ? 'f' : 'm', i % 2 ? 'a' : 'b'].join(),
  );
  const [, file] = step.match(/file: (.*)/);
  writeFileSync(join(folder, file), `repaid,approved,sex,race\n${rows.join('\n')}\n`);
  const env = {
    ...process.env,
    FAIRWASM_CLI: join(top, 'dist/cli/main.js'),
    FAIRWASM_FILE: file,
    FAIRWASM_OPTIONS: step.split('options: |\n')[1],
  };
  const script = join(top, 'scripts/action/run.mjs');
  const { code, output } = await attempt(process.execPath, [script], { cwd: folder, env });
  expect(output).toMatch(/^::error title=disparateImpact/);
  expect(code).toBe(3);
});

test('the page in docs/embedding.md audits a file', async () => {
  const [page] = read('docs/embedding.md').filter(({ language }) => language === 'html');
  const site = join(buildFolder, 'embedding');
  const installed = join(site, 'node_modules/fairwasm');
  rmSync(site, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  symlinkSync(join(top, 'dist'), join(installed, 'dist'), 'junction');
  writeFileSync(join(site, 'index.html'), page.code);
  const server = await serve(site);
  const browser = await chromium.launch({ executablePath: present(findChromium()), args: ['--no-sandbox'] });
  try {
    const tab = await browser.newPage();
    await tab.goto(server.url);
    await tab.locator('input').setInputFiles(join(folder, 'people.csv'));
    await tab.locator('pre', { hasText: 'Selection rate' }).waitFor();
  } finally {
    await browser.close();
    await server.close();
  }
}, 60_000);

const shown = pages.flatMap((page) =>
  read(page)
    .filter(({ language }) => language === 'console')
    .map(({ code }) => ({ page, lines: code.trimEnd().split('\n') })),
);

test('pages show output of the terminal', () => expect(shown.length).toBeGreaterThan(1));

// Blocks without a command show parts of the example's report.
test.each(shown)('the terminal prints the output shown in $page', async ({ lines }) => {
  const prompt = '$ npx fairwasm ';
  const command = lines.find((line) => line.startsWith(prompt)) ?? `${prompt}audit --example compas`;
  const args = [join(top, 'dist/cli/main.js'), ...command.slice(prompt.length).split(' ')];
  const output = await run(process.execPath, args, { cwd: folder });
  const known = [...output.replaceAll('\u00a0', ' ').split('\n'), command, '…'];
  expect(lines.filter((line) => !known.includes(line))).toEqual([]);
});

test('every block has a language that is tested', () => {
  // Plain blocks show folder trees and files.
  const languages = new Set(pages.flatMap((page) => read(page).map(({ language }) => language)));
  expect([...languages].sort()).toEqual(expect.arrayContaining(['js', 'sh']));
  // HTML blocks show the report element, which elements.test.mjs opens in a browser. Python blocks show what other
  // libraries compute, which tests/golden compares.
  for (const language of languages)
    expect(['js', 'ts', 'sh', 'json', 'html', 'yaml', 'console', 'python', '']).toContain(language);
});

describe('the site', () => {
  const roof = join(buildFolder, 'site');
  const site = join(roof, 'docs');
  let names;
  beforeAll(async () => {
    await run(process.execPath, ['scripts/docs.mjs']);
    names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  }, 300_000);
  const getText = (name) => readFileSync(join(site, name), 'utf8');

  async function usingSite(use) {
    const server = await serve(roof, { prefix: '/in/a/folder/' });
    const browser = await chromium.launch({ executablePath: present(findChromium()), args: ['--no-sandbox'] });
    try {
      await use(await browser.newPage(), server);
    } finally {
      await browser.close();
      await server.close();
    }
  }

  test('has every page, and its links lead to pages', () => {
    const documents = names.filter((name) => name.startsWith('documents/'));
    // README is the index; the changelog and two generated pages are not in the list.
    const decisions = readdirSync('docs/decisions');
    expect(documents).toHaveLength(pages.length - 1 + 3 + decisions.length);
    const dead = names.flatMap((name) =>
      [...getText(name).matchAll(/(?:href|src)="(?!\w+:|#)([^"#]+)/g)]
        .filter(([, target]) => !existsSync(join(site, dirname(name), decodeURI(target))))
        .map(([, target]) => `${name}: ${target}`),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  test('lists every metric', () => {
    const text = getText('documents/Every_metric.html');
    for (const { name } of metrics) expect(text).toContain(`<code>${name}</code>`);
  });

  test('makes no external requests, which every page forbids', async () => {
    const policy = `<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; `;
    const foreignPart = /\sstyle="|<(script|img|link)[^>]*\s(src|href)="(https?:)?\/\//;
    expect(names.filter((name) => !getText(name).includes(policy))).toEqual([]);
    expect(names.filter((name) => foreignPart.test(getText(name)))).toEqual([]);
    await usingSite(async (page, server) => {
      const complaints = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      const foreign = [];
      page.on('request', (request) => {
        const isOwn = request.url().replace('blob:', '').startsWith(new URL(server.url).origin);
        if (!isOwn) foreign.push(request.url());
      });
      await page.goto(server.url);
      await page.getByRole('link', { name: 'Documentation' }).click();
      await page.goto(`${server.url}docs/documents/Every_metric.html`);
      await page.getByRole('heading', { level: 1, name: 'Every metric' }).waitFor();
      await page.getByRole('link', { name: 'Glossary' }).first().waitFor();
      await page.locator('header').getByRole('link', { name: 'Lessons' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'What do the numbers mean?' }).waitFor();
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    });
  }, 120_000);

  test('finds the counterparts of common calls of other libraries', async () => {
    // Of Clarify's metrics, CI is also the abbreviation of confidence interval.
    const getQuery = (name) => (name === 'CI' ? 'class imbalance' : name);
    const isCounterpart = (address, name) =>
      /Coming_from|Names_in|Every_metric/i.test(address) || address.endsWith(`#${name}`);
    await usingSite(async (page, server) => {
      await page.clock.install(); // the search starts after a pause in typing
      await page.goto(`${server.url}docs/index.html`);
      await page.locator('#tsd-search-trigger').click();
      const results = page.locator('#tsd-search-results a');
      const field = page.locator('#tsd-search-input');
      await page.locator('#tsd-search-status').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
      const missing = [];
      for (const name of new Set(Object.values(calls).flat())) {
        await field.fill(getQuery(name));
        await page.clock.runFor(400);
        const found = await results.evaluateAll((all) => all.map((each) => each.href));
        if (!found.some((address) => isCounterpart(address, name))) missing.push(name);
      }
      expect(missing).toEqual([]);
    });
  }, 120_000);
});

test('the glossary names terms of the API and the command line', () => {
  const texts = (folder, ending) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  const api = [...texts('docs/api', '.md'), ...metrics.map(({ name }) => name)].join('\n');
  const commandLine = texts('js/src/cli', '.ts').join('\n');
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const rows = readFileSync('docs/glossary.md', 'utf8').match(/^\| [^|]+ \|.+$/gm) ?? [];
  const names = rows.flatMap(
    (row) =>
      row
        .split(' | ')
        .at(-1)
        ?.match(/(?<=`)[^`]+(?=`)/g) ?? [],
  );
  const isKnown = (name) => {
    const [, option] = /^--(.+)$/.exec(name) ?? [];
    if (option) return new RegExp(`^ +'?${option}'?: `, 'm').test(commandLine);
    const [, command] = /^fairwasm (\w+)$/.exec(name) ?? [];
    if (command) return commandLine.includes(`name: '${command}'`);
    if (name.startsWith('fairwasm/')) return name.replace('fairwasm', '.') in exports;
    if (name.includes('/')) return existsSync(name);
    const [, last] = /(\w+)(?:\(.*\))?$/.exec(name) ?? [];
    return name === 'exports' || new RegExp(`\\b${last}\\b`).test(api);
  };
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

// GitHub's names of headings.
const getAnchors = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('links lead to existing files and headings', () => {
  const linking = [...pages, 'examples/language-model/README.md', 'docs/metrics.md'];
  const dead = linking.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, target, anchor]) => {
        const path = target === '' ? page : join(dirname(page), target);
        if (!existsSync(path)) return true;
        return anchor !== undefined && !getAnchors(readFileSync(path, 'utf8')).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});
