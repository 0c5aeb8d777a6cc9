// Vitest runs the tests of the built package, of the page in browsers, and of the packed tarball. Files of a worker
// share one module registry: each entry point and its WebAssembly are loaded once, not once per file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

const { exports } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as { exports: Record<string, string | { default: string }> };
const entryPoints = new Map(
  Object.entries(exports).map(([name, target]) => [
    name.replace('.', 'fairwasm'),
    typeof target === 'string' ? target : target.default,
  ]),
);

// Node loads the tested package itself, like its users.
const packageByName: Plugin = {
  name: 'fairwasm-by-name',
  enforce: 'pre',
  resolveId(id) {
    const file = entryPoints.get(id);
    if (file === undefined) return undefined;
    return { id: fileURLToPath(new URL(file, import.meta.url)), external: true };
  },
};

const isThorough = process.env.FAIRWASM_THOROUGH === '1';

// These files observe loading, or replace parts of the platform before it, so each has a separate process.
const alone = ['core/faults', 'core/memory', 'core/scarce-memory', 'models/model'].map(
  (name) => `tests/js/${name}.test.mjs`,
);

// A browser on a busy machine may draw between two steps of a test, so only a repeated failure is a bug.
const slow = { retry: 1, testTimeout: 120_000, hookTimeout: 120_000 };
const settings = { js: {}, web: slow, browsers: slow, packaging: slow };

const project = ({ exclude = [], ...test }: { name: string; include: string[] } & InlineConfig) => ({
  extends: true as const,
  test: {
    ...test,
    exclude: isThorough ? exclude : [...exclude, '**/*.thorough.test.mjs'],
    setupFiles: ['tests/line-counts.mjs', 'tests/random.mjs', 'tests/unmodified-globals.mjs'],
  },
});

export default defineConfig({
  plugins: [packageByName],
  test: {
    globals: true,
    isolate: false,
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The parser of workflows imports JSON as only bundlers can.
    server: {
      deps: {
        external: [/\/(dist|scripts|build|examples)\/(?!.*workflow-parser)/],
        inline: [/workflow-parser/],
      },
    },
    projects: [
      ...Object.entries(settings).map(([name, others]) =>
        project({ name, ...others, include: [`tests/${name}/**/*.test.mjs`], exclude: alone }),
      ),
      project({ name: 'js alone', isolate: true, include: alone }),
    ],
  },
});
