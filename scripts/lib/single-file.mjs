// The page as one HTML file, for `fairwasm open` and for opening it from the disk: WebAssembly and the scripts of workers are
// data in the file. It is published as the package `fairwasm-page`. Models in ONNX files need the page from a server, because their runtime has 14 MB.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { binFolder, buildFolder, top } from './paths.mjs';
import { Failure, run } from './run.mjs';

/** The folder of the package `fairwasm-page`. */
export const pagePackage = join(buildFolder, 'fairwasm-page');

const invalidAddress = 'https://page.invalid/assets/'; // resolves names, and is never requested

export async function buildSingleFile() {
  const folder = join(buildFolder, 'single');
  await run(join(binFolder, 'vite'), ['build', '--config', 'web/single.config.ts']);
  const assets = readdirSync(join(folder, 'assets'));
  const textOf = (name) => readFileSync(join(folder, 'assets', name), 'utf8');
  const bytesOf = (name) => readFileSync(join(folder, 'assets', name));
  const scriptOf = (name) => textOf(name).replaceAll('import.meta.url', `'${invalidAddress}${name}'`);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const main = /<script type="module"[^>]* src="\.\/assets\/([^"]+)"><\/script>\n?/.exec(page);
  if (!main) throw new Failure('build/single/index.html has no script');
  const workers = assets.filter((name) => name.endsWith('.js') && name !== main[1]);
  const modules = assets.filter((name) => name.endsWith('.wasm') && !name.startsWith('ort-'));
  const data = {
    scripts: Object.fromEntries(workers.map((name) => [name, scriptOf(name)])),
    files: Object.fromEntries(modules.map((name) => [name, gzipSync(bytesOf(name), { level: 9 }).toString('base64')])),
  };
  const styles = assets
    .filter((name) => name.endsWith('.css'))
    .map(textOf)
    .join('\n');
  const icon = readFileSync(join(folder, 'icon.svg')).toString('base64');
  const begin = `(${begun})(${JSON.stringify(String(begun))}, JSON.parse(document.querySelector('#parts').textContent))`;
  const scripts = [begin, scriptOf(main[1])].map((code) =>
    code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
  );
  const hashes = [...scripts, styles].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const policy = `default-src 'none'; script-src ${hashes.slice(0, -1).join(' ')} 'wasm-unsafe-eval' blob:; style-src ${hashes.at(-1)}; img-src data: blob:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html fairwasm`;
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const html = page
    .replace(/content="default-src[^"]*"/, () => `content="${policy}"`)
    .replace(main[0], '')
    .replaceAll(/\s*<link rel="(?:stylesheet|manifest|modulepreload)"[^>]*>/g, '')
    .replace('href="./icon.svg"', `href="data:image/svg+xml;base64,${icon}"`)
    .replace('</head>', () => `<style>${styles}</style>\n</head>`)
    .replace(
      '</body>',
      () =>
        `<script type="application/json" id="parts">${json}</script>\n<script>${scripts[0]}</script>\n<script type="module">${scripts[1]}</script>\n</body>`,
    );
  writeFileSync(join(top, 'dist/fairwasm.html'), html); // `fairwasm open` of a checkout
  writePackage(html);
}

function writePackage(html) {
  const { version, license, repository, homepage, bugs, publishConfig } = JSON.parse(
    readFileSync(join(top, 'package.json'), 'utf8'),
  );
  const manifest = {
    name: 'fairwasm-page',
    version,
    description: 'The page of fairwasm as one HTML file, which `fairwasm open` serves.',
    ...{ license, repository, homepage, bugs, publishConfig },
    exports: { './fairwasm.html': './fairwasm.html', './package.json': './package.json' },
  };
  const files = {
    'fairwasm.html': html,
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md':
      '# fairwasm-page\n\nThe page of [fairwasm](' +
      `${homepage}) as one HTML file. Install it next to fairwasm, and run \`npx fairwasm open decisions.csv\`.\n`,
  };
  mkdirSync(pagePackage, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(pagePackage, name), text);
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(top, name), join(pagePackage, name));
}

/**
 * Runs first in the page and in each worker: requests for files of the page are answered from the data, and workers
 * start from it.
 *
 * @param {string} self This function's code.
 * @param {{ scripts: Record<string, string>, files: Record<string, string> }} data
 */
function begun(self, data) {
  const nameOf = (url) =>
    String(url?.url ?? url)
      .split(/[?#]/)[0]
      .split('/')
      .at(-1) ?? '';
  const fromNetwork = globalThis.fetch;
  globalThis.fetch = async (resource, options) => {
    const packed = data.files[nameOf(resource)];
    if (packed === undefined) return fromNetwork(resource, options);
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    // From the disk, workers in WebKit cannot read blobs.
    const packedBytes = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const body = packedBytes.pipeThrough(new DecompressionStream('gzip'));
    return new Response(body, { headers: { 'Content-Type': 'application/wasm' } });
  };
  const addresses = new Map();
  globalThis.fairwasmScript = (url) => {
    const name = nameOf(url);
    if (String(url).startsWith('blob:')) return String(url); // only code of the page creates one
    if (!Object.hasOwn(data.scripts, name)) return undefined;
    if (!addresses.has(name)) {
      const begin = `'use strict';\n(${self})(${JSON.stringify(self)}, ${JSON.stringify(data)});\n`;
      // A classic script: from the disk, Chromium does not start workers from blobs as modules.
      const code = [begin, '(() => {', data.scripts[name], '})();'];
      const script = new Blob(code, { type: 'text/javascript' });
      addresses.set(name, URL.createObjectURL(script));
    }
    return addresses.get(name);
  };
}
