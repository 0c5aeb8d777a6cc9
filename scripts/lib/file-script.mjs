// Script and style of saved reports, from web/src/file, as a module of strings with the hashes by which the file's
// policy permits only these strings.

import { createHash } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';
import { readBy } from './stages.mjs';

/**
 * Writes the module to the folders, with types for the first folder's sources; resolves with the files read.
 *
 * @param {string[]} folders
 */
export async function buildFileScript([sources, ...copies]) {
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    root: join(top, 'web'),
    publicDir: false,
    // Only a few functions of this library are needed; the package's module contains more.
    resolve: { alias: [{ find: /.*\/vendor\/fflate\.js$/, replacement: 'fflate' }] },
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      cssMinify: false,
      lib: { entry: join(top, 'web/src/file/explore.ts'), formats: ['iife'], name: 'fairwasmFile' },
    },
  });
  const [{ output }] = /** @type {any[]} */ (built);
  const script = output.find(({ type }) => type === 'chunk').code.trim();
  const css = String(output.find(({ fileName }) => fileName.endsWith('.css')).source);
  const style = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s*\n\s*/g, '');
  // An element's text ends at its end tag, which cannot be escaped.
  if (/<\/(script|style)|<!--/i.test(script + style)) throw new Failure('the file’s script contains its own end tag');
  const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const texts = { script, style, scriptHash: sha256(script), styleHash: sha256(style) };
  const lines = Object.entries(texts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`);
  const target = join(top, sources, 'report-file.js');
  await writeFile(target, lines.join(''));
  for (const folder of copies) await cp(target, join(top, folder, 'report-file.js'));
  const types = Object.keys(texts).map((name) => `export declare const ${name}: string;\n`);
  await writeFile(join(top, sources, 'report-file.d.ts'), types.join(''));
  return readBy(built);
}
