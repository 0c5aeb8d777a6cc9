// Builds the custom elements in dist/elements: the view of reports, and the lessons. lit and the charts are bundled;
// fairwasm is the package next to them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { pageSideEffects } from './side-effects.ts';
import { slimTemplates } from './slim-templates.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The file in dist of each entry point, by name; `#fairwasm/` names any other file there. */
const { exports } = JSON.parse(readFileSync(folder('../package.json'), 'utf8')) as {
  exports: Record<string, { default?: string }>;
};
const files = new Map(
  Object.entries(exports).flatMap(([path, { default: file }]) =>
    file === undefined ? [] : [[path.replace('.', 'fairwasm'), file.replace('./dist/', '')]],
  ),
);
const mark = 'fairwasm-file:';

// By a path within the package, so that a browser needs no import map; relative to each file, because parts are in
// their own folder.
const linkedPackage: Plugin = {
  name: 'fairwasm-linked-package',
  enforce: 'pre',
  resolveId: (name) => {
    const file = files.get(name) ?? name.match(/^#fairwasm\/(.+)/)?.[1];
    return file === undefined ? undefined : { id: `${mark}${file}`, external: true };
  },
  renderChunk: (code, { fileName }) => ({
    code: code.replaceAll(mark, '../'.repeat(fileName.split('/').length)),
    map: null,
  }),
};

// A server has no document: importing the file there defines no elements, even if Lit's server-side rendering has
// installed a registry. jsdom has both, but no ResizeObserver. A page may load two copies of the file: the first copy's
// elements stay. The names are local, so that no other library mistakes the server for a browser.
const whereverItRuns = `
const HTMLElement = globalThis.HTMLElement ?? class {};
const ResizeObserver =
  globalThis.ResizeObserver ?? class { observe() {} unobserve() {} disconnect() {} };
const document = globalThis.document ?? { createTreeWalker: () => ({}) };
const customElements = {
  define(name, element) {
    const registry = globalThis.document && globalThis.customElements;
    if (registry && !registry.get(name)) registry.define(name, element);
  },
};
`;

export default defineConfig({
  root: folder('.'),
  publicDir: false,
  logLevel: 'error',
  plugins: [linkedPackage, pageSideEffects, slimTemplates],
  build: {
    outDir: folder('../dist/elements'),
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: { elements: folder('src/elements/fairwasm-report.ts'), lesson: folder('src/elements/fairwasm-lesson.ts') },
      formats: ['es'],
    },
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js', intro: whereverItRuns },
    },
    minify: 'oxc',
  },
});
