// SPDX-License-Identifier: Apache-2.0
//
// Bundles programs, each by itself, as their authors would: `node bundle.mjs BUNDLER TOOLS FOLDER NAME...`. The folder
// TOOLS contains the bundlers; FOLDER/NAME/main.js becomes FOLDER/NAME/BUNDLER/main.js. Settings are those in
// docs/embedding.md.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [bundler, tools, folder, ...names] = process.argv.slice(2);
const { resolve } = createRequire(join(tools, 'package.json'));
const tool = async (name) => {
  const module = await import(pathToFileURL(resolve(name)).href);
  return module.default ?? module;
};

const bundlers = {
  async esbuild() {
    const { build } = await tool('esbuild');
    return (entry, outdir) =>
      build({
        ...{ entryPoints: [entry], outdir, logLevel: 'error' },
        ...{ bundle: true, splitting: true, minify: true, format: 'esm' },
      });
  },

  async vite() {
    const { build } = await import(pathToFileURL(join(tools, 'node_modules/vite/dist/node/index.js')).href);
    return (entry, outDir) =>
      build({
        ...{ root: join(outDir, '..'), base: './', configFile: false, logLevel: 'error' },
        build: { outDir, rolldownOptions: { input: entry, output: { entryFileNames: 'main.js' } } },
      });
  },

  async rollup() {
    const { rollup } = await tool('rollup');
    const { nodeResolve } = await tool('@rollup/plugin-node-resolve');
    return async (input, dir) => {
      const plugins = [nodeResolve({ browser: true })];
      const bundle = await rollup({ input, plugins, onwarn: () => {} });
      await bundle.write({ dir, format: 'es' });
    };
  },

  webpack: async () => webpackLike(await tool('webpack')),

  rspack: async () => webpackLike(await tool('@rspack/core')),

  async parcel() {
    const { Parcel } = await tool('@parcel/core');
    return (entry, distDir) =>
      new Parcel({
        ...{ entries: entry, defaultConfig: '@parcel/config-default', mode: 'production' },
        ...{ shouldDisableCache: true, cacheDir: join(distDir, '..', '.parcel-cache') },
        targets: { page: { distDir, publicUrl: './', context: 'browser', outputFormat: 'esmodule' } },
      }).run();
  },

  bun: async () => (entry, outdir) => {
    const options = ['--target=browser', '--splitting', '--minify', `--outdir=${outdir}`];
    const bun = join(tools, 'node_modules/.bin/bun');
    const { status, stderr } = spawnSync(bun, ['build', entry, ...options], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  },
};

function webpackLike(pack) {
  const { rspack: compile = pack } = pack;
  return (entry, path) =>
    new Promise((done, fail) => {
      const output = { path, filename: 'main.js' };
      const options = { mode: 'production', context: join(path, '..'), entry, output };
      compile(options, (error, stats) => {
        if (error) fail(error);
        else if (stats.hasErrors()) fail(new Error(stats.toString({ all: false, errors: true })));
        else done(undefined);
      });
    });
}

const bundle = await bundlers[bundler]();
for (const name of names) {
  await bundle(join(folder, name, 'main.js'), join(folder, name, bundler));
}
process.exit(); // some bundlers keep services running
