// SPDX-License-Identifier: Apache-2.0

import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load, readCsv } from 'fairwasm';
import { load as loadAif360 } from 'fairwasm/aif360';
import { load as loadAmplification } from 'fairwasm/amplification';
import { load as loadClasses } from 'fairwasm/classes';
import { load as loadFairlearn } from 'fairwasm/fairlearn';
import { load as loadIndividual } from 'fairwasm/individual';
import * as inline from 'fairwasm/inline';
import { load as loadPredictability } from 'fairwasm/predictability';
import { load as loadRepeated } from 'fairwasm/repeated';
import { load as loadRobustness } from 'fairwasm/robustness';
import { load as loadSlices } from 'fairwasm/slices';
import { getError } from '../support.mjs';

const wasmUrl = new URL('../../../dist/wasm/core.wasm', import.meta.url);

async function loadError(wasm) {
  return load({ wasm }).then(
    () => undefined,
    (error) => error,
  );
}

describe('load', () => {
  test.each([
    ['a file URL', () => wasmUrl],
    ['bytes', () => readFile(wasmUrl)],
    ['an ArrayBuffer', async () => new Uint8Array(await readFile(wasmUrl)).buffer],
    ['a compiled module', async () => WebAssembly.compile(await readFile(wasmUrl))],
  ])('accepts %s', async (_, source) => {
    const fair = await load({ wasm: await source() });
    expect(fair.tally({ label: true }).labels).toEqual([]);
  });

  test('returns functions that can be destructured', async () => {
    const { audit, tally } = await load();
    expect(audit({ label: [1, 0], groups: { sex: ['f', 'm'] } }).favorable).toEqual(['1']);
    expect(tally({ label: true }).labels).toEqual([]);
    const { steepestSlope } = await loadRobustness();
    expect(steepestSlope({ inputs: [[0], [1]], outputs: [[0], [2]] }).value).toBe(2);
    const { metricFrame } = await loadFairlearn();
    expect(metricFrame).toBeInstanceOf(Function);
  });

  test('accepts a source for each module of an entry point', async () => {
    const folder = new URL('.', wasmUrl);
    const bytes = await readFile(new URL('individual.wasm', folder));
    const aif360 = await loadAif360({ wasm: { core: wasmUrl, individual: bytes } });
    expect(aif360.consistency([[1], [2]], [1, 0], 1)).toBe(1);
    const missing = { individual: new URL('missing.wasm', folder) };
    const error = await loadAif360({ wasm: missing }).catch((e) => e);
    expect(error.code).toBe('loadFailed');
    await load(); // the core of the failed call may still be loading; it has finished after this one
  });

  test('rejects the WebAssembly module of another entry point', async () => {
    const other = new URL('robustness.wasm', wasmUrl);
    expect((await loadError(other)).code).toBe('loadFailed');
  });

  test('reports an HTML page instead of WebAssembly', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>Not found</title>');
    const error = await loadError(page);
    expect(error.code).toBe('loadFailed');
    expect(error.message).toContain('an HTML page');
  });

  test('reports an empty or invalid file', async () => {
    expect((await loadError(new Uint8Array([1, 2, 3, 4]))).code).toBe('loadFailed');
    expect((await loadError(new Uint8Array())).code).toBe('loadFailed');
  });

  test('rejects WebAssembly of another version', async () => {
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    const error = await loadError(empty);
    expect(error.code).toBe('loadFailed');
  });

  test.each([[Symbol('s')], [1n], [1], [null], [() => undefined], [new Date()], [[]]])(
    'rejects %p as a source',
    async (source) => {
      const error = await loadError(source);
      expect([error?.constructor?.name, error?.argument]).toEqual(['FairwasmError', 'wasm']);
    },
  );

  // Messages of the engines: Chromium, Firefox, WebKit.
  test.each([
    "WebAssembly.compile(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because 'unsafe-eval' is not an allowed source of script",
    'call to WebAssembly.compile() blocked by CSP',
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script",
  ])('explains how to permit WebAssembly in a policy: %s', async (message) => {
    const { compile } = WebAssembly;
    WebAssembly.compile = async () => {
      throw new WebAssembly.CompileError(message);
    };
    try {
      const error = await loadError(await readFile(wasmUrl));
      expect([error.code, error.argument]).toEqual(['loadFailed', 'wasm']);
      expect(error.expected).toContain("add 'wasm-unsafe-eval' to the script-src");
    } finally {
      WebAssembly.compile = compile;
    }
  });

  test('rejects a missing file', async () => {
    const error = await loadError(new URL('missing.wasm', wasmUrl));
    expect(error.code).toBe('loadFailed');
    expect(error.message).toContain('missing.wasm');
  });
});

describe('load from a server', () => {
  let server;
  let url;
  let isSilent = true;

  beforeAll(async () => {
    const bytes = await readFile(wasmUrl);
    const text = await readFile(new URL('text.wasm', wasmUrl));
    // Other requests are never answered.
    server = createServer(({ url }, response) => {
      if (url === '/core.wasm') response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
      else if (url === '/stalled.wasm') response.write(bytes.subarray(0, 8));
      else if (url === '/text.wasm' && !isSilent) response.end(text);
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    url = `http://127.0.0.1:${port}`;
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test('reports the progress of the download', async () => {
    const progress = [];
    const fair = await load({ wasm: `${url}/core.wasm`, onProgress: (p) => progress.push(p) });
    expect(fair.tally({ label: true }).labels).toEqual([]);
    const { size } = await stat(wasmUrl);
    expect(progress.at(-1)).toEqual({ module: 'core', done: size, total: size });
    const loaded = progress.map((p) => p.done);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  });

  test('stops a download with the signal’s reason', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => controller.abort(new Error('enough')); // after the first bytes; no more will arrive
    const loading = load({ wasm: `${url}/stalled.wasm`, signal, onProgress });
    await expect(loading).rejects.toThrow('enough');
  });

  test('waits for a response until the signal is aborted', async () => {
    const loading = load({ wasm: `${url}/silent.wasm`, signal: AbortSignal.timeout(50) });
    await expect(loading).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  });

  test('also stops waiting for functions and modules as sources', async () => {
    const never = () => new Promise(() => {});
    const asked = load({ wasm: never, signal: AbortSignal.timeout(50) });
    await expect(asked).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    const { instantiate } = await import('../../../dist/core/module.js');
    const { coreModule } = await import('../../../dist/core/core-module.js');
    const alone = { ...coreModule, url: () => new URL('missing.wasm', wasmUrl), packed: never };
    const packed = instantiate(alone, undefined, { signal: AbortSignal.timeout(50) });
    await expect(packed).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  });

  test('loads again for the next file after an aborted load', async () => {
    const read = async (signal) => {
      for await (const { columns } of readCsv('a\n1\n', { wasm: `${url}/text.wasm`, signal })) return columns.a;
    };
    await expect(read(AbortSignal.timeout(50))).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    isSilent = false;
    expect(await read()).toEqual(['1']);
  });

  test('does not start if the signal is already aborted', async () => {
    await expect(load({ signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });
});

describe('a shared core', () => {
  const columns = { label: [1, 0, 1], prediction: [1, 1, 0], groups: { sex: ['f', 'm', 'f'] } };
  const compared = { unprivileged: [{ sex: 'f' }], privileged: [{ sex: 'm' }] };

  test('accepts tallies and audits of other entry points', async () => {
    const fair = await load();
    const aif360 = await loadAif360({ fair });
    const audit = fair.audit(columns);
    const shared = aif360.toClassificationMetric(audit, compared).disparateImpact();
    expect(shared).toBe(aif360.classificationMetric({ ...columns, ...compared }).disparateImpact());
    expect(aif360.theilIndex(audit.tally, ['1'])).toBeGreaterThan(0);
  });

  test('is required for other entry points', async () => {
    const fair = await load();
    const aif360 = await loadAif360();
    const error = getError(() => aif360.toClassificationMetric(fair.audit(columns), compared));
    expect(error).toMatchObject({ code: 'incompatible', argument: 'tally' });
    expect(error.expected).toContain('load({ fair })');
  });
});

describe('fairwasm/inline', () => {
  test('contains the WebAssembly of every entry point without any file', async () => {
    const columns = { label: [1, 0], prediction: [1, 1], groups: { sex: ['f', 'm'] } };
    const [fair, fetched] = [await load({ wasm: inline.core }), await load()];
    expect(fair.audit(columns).report()).toEqual(fetched.audit(columns).report());
    const { core, individual } = inline;
    expect((await loadAif360({ wasm: { core, individual } })).consistency).toBeDefined();
    const several = await loadClasses({ wasm: { core, classes: inline.classes } });
    expect(several.audit(columns).frame('sex').overall.values.accuracy.value).toBe(0.5);
    expect((await loadFairlearn({ wasm: core })).metricFrame).toBeDefined();
    expect((await loadIndividual({ wasm: individual })).consistency).toBeDefined();
    expect((await loadAmplification({ wasm: inline.amplification })).cooccurrence).toBeDefined();
    expect((await loadPredictability({ wasm: inline.predictability })).leakage).toBeDefined();
    expect((await loadRobustness({ wasm: inline.robustness })).certificates).toBeDefined();
    expect((await loadRepeated({ wasm: inline.repeated })).compareVariants).toBeDefined();
    expect((await loadSlices({ wasm: inline.slices })).worstSlices).toBeDefined();
  });
});

// As a bundler output that does not include files.
describe('without the WebAssembly files next to the code', () => {
  let folder;
  const runIn = async (without, program) => {
    folder = await mkdtemp(join(tmpdir(), 'fairwasm-alone-'));
    const filter = (path) => !without.test(path);
    await cp(new URL('../../../dist', import.meta.url), join(folder, 'dist'), { recursive: true, filter });
    await cp(new URL('../../../package.json', import.meta.url), join(folder, 'package.json'));
    const toUrl = (name) => pathToFileURL(join(folder, 'dist', name)).href;
    return program(toUrl);
  };
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('loads inlined modules, and trains attackers without their worker', () =>
    runIn(/\.wasm$|-worker\.js$/, async (toUrl) => {
      const { load: loadAlone } = await import(toUrl('index.js'));
      const { load: loadAttackers } = await import(toUrl('predictability/index.js'));
      const columns = { label: [1, 0], prediction: [1, 1], groups: { sex: ['f', 'm'] } };
      const [alone, extras] = [await loadAlone(), await load()];
      expect(alone.audit(columns).report()).toEqual(extras.audit(columns).report());
      const given = { feature: [0, 1, 0, 1], label: [0, 1, 0, 1], prediction: [0, 1, 1, 0] };
      const settings = { ...given, trials: 2, epochs: 5, testSize: 0.5 };
      const here = await (await loadAttackers()).leakage(settings);
      const inWorkers = await (await loadPredictability()).leakage(settings);
      expect(String(here)).toBe(String(inWorkers));
      const asked = await (await loadAttackers()).leakage(settings, { workers: 1 }).catch((error) => error);
      expect(asked.code).toBe('workerFailed');
    }));

  test('suggests the import that fixes missing modules', () =>
    runIn(/\.wasm$|\.base64\.js$/, async (toUrl) => {
      const { load: loadAlone } = await import(toUrl('index.js'));
      const error = await loadAlone().catch((thrown) => thrown);
      expect(error.code).toBe('loadFailed');
      expect(error.message).toContain("import { core } from 'fairwasm/inline' and load({ wasm: core })");
    }));
});
