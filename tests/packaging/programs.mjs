// SPDX-License-Identifier: Apache-2.0
//
// Complete example programs, used as their users would: dropping a file, making a choice, calling a service.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from '../../scripts/lib/paths.mjs';
import { attempt } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/serve.mjs';
import { present } from '../present.mjs';
import { runTool, startServer } from './support.mjs';

const people = `outcome,decision,sex
${'1,1,f\n'.repeat(30)}${'0,0,f\n'.repeat(10)}${'1,1,m\n'.repeat(10)}${'0,0,m\n'.repeat(30)}`;

/** Defines tests of the programs; `place` returns the installed examples. */
export function describePrograms(place) {
  /**
   * Builds an example and calls `work` with its page; only errors that match `allowed` are permitted.
   *
   * @param {string} example
   * @param {(page: any, url: string) => Promise<void>} work
   * @param {{ build?: string[] | null, file?: string, allowed?: RegExp }} [options]
   */
  async function inPage(example, work, { build = ['vite', 'build'], file = '', allowed } = {}) {
    const { installed, browser } = place();
    if (build) await runTool(installed, example, build);
    const site = await serve(join(installed.folder, example, build ? 'dist' : '.'));
    const { page, complaints } = await browser.open();
    try {
      await work(page, `${site.url}${file}`);
      expect(complaints.filter((each) => !allowed?.test(each))).toEqual([]);
    } finally {
      await page.close();
      await site.close();
    }
  }

  test('React: audits a dropped file in a worker, reports an invalid one, and cancels an audit', async () => {
    await inPage('react', async (page, url) => {
      await page.goto(url);
      const dropped = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'people.csv'));
        return transfer;
      }, people);
      await page.dispatchEvent('label', 'drop', { dataTransfer: dropped });
      await page.getByRole('row', { name: /^f 40 75\.0 % / }).waitFor();
      await page.getByRole('caption').filter({ hasText: 'people.csv: 80 rows' }).waitFor();

      const choose = (text) =>
        page.locator('input').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await choose('outcome,sex\n1,f\n');
      await page.getByRole('alert').filter({ hasText: 'decision' }).waitFor();

      // Delays the worker's WebAssembly until the audit is canceled.
      let release = () => {};
      const held = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
      await page.route('**/*.wasm', async (route) => {
        await held;
        await route.continue().catch(() => undefined); // the request may be canceled
      });
      await choose(people);
      await page.getByRole('progressbar').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      release();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(page.workers()).toEqual([]);
      await choose(people);
      await page.getByRole('row', { name: /^m 40 25\.0 % / }).waitFor();
    });
  }, 60_000);

  test('Svelte: shows a dashboard of counts from the example’s statement', async () => {
    const { installed } = place();
    const missing = /404/; // the last request
    const dashboard = async (page, url) => {
      await page.goto(url);
      await page.getByText('30,000 decisions').waitFor();
      await page.getByRole('row', { name: /^a 43\.5 % / }).waitFor();
      await page.getByLabel('By').selectOption('race and sex');
      await page.getByLabel('Rate').selectOption('truePositiveRate');
      await page.getByRole('row', { name: /^b, f 62\.2 % / }).waitFor();
      expect(await page.getByRole('row').count()).toBe(4);
      await page.route('**/counts.csv', (route) => route.fulfill({ status: 404 }));
      await page.reload();
      await page.getByRole('alert').filter({ hasText: 'the server answers 404' }).waitFor();
    };
    await inPage('svelte', dashboard, { allowed: missing });

    const manifest = JSON.parse(await readFile('examples/svelte/package.json', 'utf8'));
    const [program, ...args] = manifest.scripts.statement.split(' ');
    const main = join('node_modules/.bin', program);
    const statement = await runTool(installed, 'svelte', [process.execPath, main, ...args]);
    const names = statement.split('FROM')[0].matchAll(/AS "(\w+)"/g);
    const [header] = (await readFile('examples/svelte/public/counts.csv', 'utf8')).split('\n');
    expect([...names].map(([, name]) => name).join()).toBe(header);
  }, 60_000);

  test('language model: finds effects that are equal on average, and those that are not', async () => {
    const { installed } = place();
    const output = await runTool(installed, 'language-model', [process.execPath, 'main.js']);
    expect(output).toContain('900 runs of 100 items');
    expect(output).toMatch(/Lakisha: outcomes differ from Emily by −\d+\.\d percentage points/);
    expect(output).toContain('Greg: the average gap to Emily');
    expect(output).toMatch(/but individual items change by \d+\.\d%/);
  });

  test('Express: accepts one model, rejects another, and reports errors in a file', async () => {
    const { installed } = place();
    const server = await startServer(installed, 'express', [process.execPath, 'server.js', 'PORT']);
    const send = async (body, query, options) => {
      const url = `${server.url}audits?${query}`;
      const response = await fetch(url, { method: 'POST', body, ...options });
      return { status: response.status, ...(await response.json()) };
    };
    const columns = 'label=outcome&prediction=decision&groups=sex';
    try {
      const even = people.replaceAll(',m', ',f').replaceAll(/,f\n(.*),f\n/g, ',f\n$1,m\n');
      expect(await send(even, columns)).toMatchObject({ status: 200, obstacles: [] });
      expect(await send(people, columns)).toMatchObject({
        status: 422,
        obstacles: ['m is selected 0.33 times as often as f, surely less than 0.8.'],
        report: { rows: 80 },
      });
      expect(await send(people, columns.replace('sex', 'age'))).toMatchObject({
        status: 400,
        error: expect.stringContaining('age'),
      });
      expect(await send(people, '')).toMatchObject({ status: 400 });
      // A client that disconnects half-way does not stop the server.
      const gone = new AbortController();
      const endless = new ReadableStream({ start: (sent) => sent.enqueue(new TextEncoder().encode(people)) });
      const sending = send(endless, columns, { duplex: 'half', signal: gone.signal });
      gone.abort();
      await expect(sending).rejects.toThrow();
      expect(await send(people, columns)).toMatchObject({ status: 422 });
    } finally {
      await server.stop();
    }
  }, 60_000);

  test('Observable Notebook Kit: cells follow a choice, under a policy without external requests', async () => {
    const notebook = async (page, url) => {
      await page.goto(url);
      const marks = page.locator('g[aria-label="dot"] circle');
      await page.waitForFunction(() => document.querySelectorAll('[aria-label=dot] circle').length === 2);
      await page.getByText('Simpson’s paradox').waitFor();
      await page.locator('select').selectOption({ label: 'department' });
      await page.waitForFunction(() => document.querySelectorAll('[aria-label=dot] circle').length === 6);
      expect(await marks.count()).toBe(6);
    };
    const { scripts } = JSON.parse(await readFile('examples/notebook/package.json', 'utf8'));
    await inPage('notebook', notebook, { build: scripts.build.split(' '), file: 'audit.html' });
  }, 60_000);

  test('works as one script from another server, without installation', async () => {
    const { installed } = place();
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    const cdn = `https://cdn.example/fairwasm@${version}/`;
    const types = { js: 'text/javascript', wasm: 'application/wasm' };
    const page = async (page, url) => {
      await page.route(`${cdn}**`, (route) => {
        const path = route.request().url().slice(cdn.length);
        return route.fulfill({
          path: join(installed.folder, 'node_modules/fairwasm', path),
          contentType: types[path.split('.').at(-1)],
          headers: { 'Access-Control-Allow-Origin': '*' },
        });
      });
      await page.goto(url);
      await page.getByText('selection rates differ by 0.75').waitFor();
    };
    await inPage('cdn', page, { build: null });
  });

  test('GitHub Actions: the workflow is valid, its step uses inputs of the action, and fails as expected', async () => {
    const { installed } = place();
    const folder = join(installed.folder, 'github-action');
    const parser = join(installed.above, 'node_modules/@actions/workflow-parser/dist');
    const { NoOperationTraceWriter, parseWorkflow } = await import(join(parser, 'index.js'));
    const { parseAction } = await import(join(parser, 'actions/action-parser.js'));
    const trace = new NoOperationTraceWriter();
    const getText = async (path) => ({ name: path, content: await readFile(path, 'utf8') });
    const workflow = await getText(join(folder, '.github/workflows/fairness.yml'));
    const { context } = parseWorkflow(workflow, trace);
    expect(context.errors.getErrors()).toEqual([]);
    const wrong = { ...workflow, content: workflow.content.replace('runs-on', 'runs_on') };
    expect(parseWorkflow(wrong, trace).context.errors.getErrors()).not.toEqual([]);
    expect(parseAction(await getText('action.yml'), trace).context.errors.getErrors()).toEqual([]);

    const [, file] = present(/\/fairwasm@v1\n +with:\n +file: (\S+)\n/.exec(workflow.content));
    const env = {
      ...process.env,
      FAIRWASM_CLI: join(folder, 'node_modules/fairwasm/dist/cli/main.js'),
      FAIRWASM_FILE: file,
    };
    const script = join(top, 'scripts/action/run.mjs');
    const { code, output } = await attempt(process.execPath, [script], { cwd: folder, env });
    expect(output).toMatch(/^::error title=disparateImpact.*f compared with m.*0\.609/);
    expect(code).toBe(3);
  });
}
