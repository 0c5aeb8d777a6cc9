// Code in the documentation works: every JavaScript block runs and gives the values next to it, every command runs, and
// every link has a target.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { metrics } from 'fairwasm';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { buildFolder, top } from '../../scripts/lib/paths.mjs';
import { attempt, run } from '../../scripts/lib/run.mjs';
import { blocksOf, commandsOf, moduleOf } from '../../scripts/lib/snippets.mjs';
import { serve } from '../../scripts/serve.mjs';
import { linear, network } from '../js/models/models.mjs';
import { present } from '../present.mjs';

// Retries failures, because a browser may be slow on a busy machine; single failures are printed.

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && name !== 'metrics.md') // metrics.md is generated
    .map((name) => `docs/${name}`),
];
const read = (page) => blocksOf(readFileSync(page, 'utf8'));
// Inside the checkout, so that 'fairwasm' is the built package.
const folder = join(buildFolder, 'snippets');

// Builds and tests of the checkout, which run this test themselves.
const ownCommands = /^(npm (test|run \w+|install fairwasm)|node scripts\/\w+\.mjs .*)$/;

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const rows = Array.from({ length: 40 }, (_, i) => {
    const race = ['a', 'b'][i % 2];
    const [outcome, decision] = [i % 3 === 0 ? 1 : 0, i % 4 < 2 ? 1 : 0];
    return [outcome, decision, i % 5 < 2 ? 'f' : 'm', race, 20 + i, (i % 10) / 10].join();
  });
  // The file in docs/first-audit.md.
  const header = 'outcome,decision,sex,race,age,probability';
  writeFileSync(join(folder, 'people.csv'), `${header}\n${rows.join('\n')}\n`);
  // For docs/pipelines.md, with the decisions of the file above as previous ones.
  const newer = rows.map((row, i) => {
    const [outcome, old, ...who] = row.split(',');
    return [outcome, i === 3 ? 0 : old, ...who, old].join();
  });
  writeFileSync(join(folder, 'newer.csv'), `${header},old_decision\n${newer.join('\n')}\n`);
  // For docs/extending.md, docs/numbers.md, and docs/classes.md.
  const mine =
    'export const missed = ({ falseNegatives, positives }) => falseNegatives / positives;';
  writeFileSync(join(folder, 'mine.mjs'), mine);
  const wages = rows.map((_, i) => `${900 + 10 * i},${905 + 9 * i},${i % 2 ? 'f' : 'm'},${i % 3}`);
  writeFileSync(join(folder, 'wages.csv'), `wage,predicted,sex,region\n${wages.join('\n')}\n`);
  const urgency = ['low', 'medium', 'high'];
  const triage = rows.map(
    (_, i) => `${urgency[i % 3]},${urgency[i % 7 === 0 ? 0 : i % 3]},${i % 2 ? 'f' : 'm'}`,
  );
  writeFileSync(join(folder, 'triage.csv'), `urgency,predicted,sex\n${triage.join('\n')}\n`);
  // For docs/impact.md, if no one reported a race.
  const probable = rows.map((_, i) => `${[0.2, 0.7][i % 2]},${[0.8, 0.3][i % 2]},${i % 3 ? 1 : 0}`);
  writeFileSync(join(folder, 'probable.csv'), `p_white,p_black,decision\n${probable.join('\n')}\n`);
  // For docs/classes.md.
  const tags = ['cat,dog,p_cat,p_dog,site', '1,0,1,1,a', '0,0,0,0,b', '1,1,1,1,a', '1,1,0,1,b'];
  writeFileSync(join(folder, 'tags.csv'), `${tags.join('\n')}\n`);
  // For docs/models.md.
  writeFileSync(join(folder, 'loans.onnx'), linear());
  writeFileSync(join(folder, 'network.onnx'), network());
});

const withCode = pages.filter((page) => read(page).some(({ language }) => language === 'js'));

test('finds pages with code', () => {
  expect(withCode).toEqual(expect.arrayContaining(['README.md', 'docs/first-audit.md']));
});

test.each(withCode)('the code of %s runs and gives the documented values', async (page) => {
  const file = join(folder, `${page.replaceAll(/\W/g, '-')}.mjs`);
  const code = moduleOf(read(page));
  expect(code).toContain('assert.deepEqual(');
  writeFileSync(file, code);
  expect(await run(process.execPath, [file], { cwd: folder })).toBe('');
});

// Type checks find unknown options, which would otherwise be rejected or ignored.
test('the code matches the types of the package', async () => {
  const files = withCode.map((page) => {
    const file = join(folder, `${page.replaceAll(/\W/g, '-')}.types.mts`);
    writeFileSync(file, moduleOf(read(page)));
    return file;
  });
  const stray = join(folder, 'stray.types.mts');
  writeFileSync(
    stray,
    "import { load } from 'fairwasm';\nconst fair = await load();\nfair.audit({ groups: {}, weights: [] });\n",
  );
  const tsc = join(top, 'node_modules/.bin/tsc');
  const settings = '--noEmit --skipLibCheck --strict false --module nodenext --target es2023';
  const check = (paths) => run(tsc, [...settings.split(' '), '--types', 'node', ...paths]);
  expect(await check(files)).toBe('');
  await expect(check([stray])).rejects.toThrow("'weights' does not exist");
}, 120_000);

/** @type {[page: string, command: string][]} */
const commands = pages.flatMap((page) =>
  commandsOf(read(page))
    .filter((command) => !ownCommands.test(command))
    .map((command) => [page, command]),
);

test.each(commands)('%s: %s', async (_, command) => {
  const [npx, name, ...args] = command.split(/\s+/);
  expect([npx, name]).toEqual(['npx', 'fairwasm']);
  const main = join(top, 'dist/cli/main.js');
  const gate = args.some((arg) => arg.startsWith('--fail-')); // may exit with 3, as documented
  const result = run(process.execPath, [main, ...args], { cwd: folder });
  if (gate) await result.catch((error) => expect(error.message).toMatch(/exited with 3$/));
  else expect(typeof (await result)).toBe('string');
});

test('workflows in pages use the action, which runs', async () => {
  const steps = pages.flatMap((page) => read(page)).filter(({ language }) => language === 'yaml');
  const [before, step] = steps[0].code.split('- uses: OWNER/fairwasm@v1\n');
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

test('every block has a language that is tested', () => {
  // Plain blocks show folder trees.
  const languages = new Set(pages.flatMap((page) => read(page).map(({ language }) => language)));
  expect([...languages].sort()).toEqual(expect.arrayContaining(['js', 'sh']));
  // HTML blocks show the report element, which elements.test.mjs opens in a browser.
  for (const language of languages)
    expect(['js', 'ts', 'sh', 'json', 'html', 'yaml', '']).toContain(language);
});

describe('the site', () => {
  const roof = join(buildFolder, 'site');
  const site = join(roof, 'docs');
  let names;
  beforeAll(async () => {
    await run(process.execPath, ['scripts/docs.mjs']);
    names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
  }, 300_000);
  const textOf = (name) => readFileSync(join(site, name), 'utf8');

  test('has every page, and its links lead to pages', () => {
    const documents = names.filter((name) => name.startsWith('documents/'));
    // README is the index, the list of metrics is generated, and the changelog is not a separate page.
    const decisions = readdirSync('docs/decisions');
    expect(documents).toHaveLength(pages.length - 1 + 2 + decisions.length);
    const dead = names.flatMap((name) =>
      [...textOf(name).matchAll(/(?:href|src)="(?!\w+:|#)([^"#]+)/g)]
        .filter(([, target]) => !existsSync(join(site, dirname(name), decodeURI(target))))
        .map(([, target]) => `${name}: ${target}`),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  test('lists every metric', () => {
    const text = textOf('documents/Every_metric.html');
    for (const { name } of metrics) expect(text).toContain(`<code>${name}</code>`);
  });

  test('makes no external requests, which every page forbids', async () => {
    const policy = `<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; `;
    const foreignPart = /\sstyle="|<(script|img|link)[^>]*\s(src|href)="(https?:)?\/\//;
    expect(names.filter((name) => !textOf(name).includes(policy))).toEqual([]);
    expect(names.filter((name) => foreignPart.test(textOf(name)))).toEqual([]);
    const server = await serve(roof, { prefix: '/in/a/folder/' });
    const browser = await chromium.launch({
      executablePath: present(findChromium()),
      args: ['--no-sandbox'],
    });
    try {
      const page = await browser.newPage();
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
      await page.getByRole('link', { name: 'Privacy' }).first().waitFor();
      await page.locator('header').getByRole('link', { name: 'Lessons' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'What do the numbers mean?' }).waitFor();
      expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    } finally {
      await browser.close();
      await server.close();
    }
  }, 120_000);
});

test('links lead to existing files', () => {
  const generated = new Set(['docs/metrics.md']);
  const dead = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => join(dirname(page), target))
      .filter((path) => !existsSync(path) && !generated.has(path))
      .map((path) => `${page}: ${path}`),
  );
  expect(dead).toEqual([]);
});
