import { nodeResolve } from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';

// The second plugin emits what `new URL('…', import.meta.url)` names: the WebAssembly.
/** @type {import('rollup').RollupOptions} */
export default {
  input: 'main.js',
  output: { dir: 'dist', format: 'es' },
  plugins: [nodeResolve({ browser: true }), importMetaAssets()],
};
