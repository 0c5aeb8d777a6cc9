// Development server of the page: Vite serves its sources and reloads the page on changes. The page uses the built
// package, as everywhere: each saved source file of it is compiled immediately, and `tsc --watch` reports type errors.
// C++ is built at the start; later with `node scripts/build.mjs wasm code` in another terminal.
//
//   npm run dev [-- --port N]

import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { buildCode } from './lib/package.mjs';
import { top, tsc } from './lib/paths.mjs';
import { main } from './lib/step.mjs';
import { setup } from './setup.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } });

// The page's service worker caches built files; during development, it must cache nothing.
const nothingOffline = {
  name: 'nothing-offline',
  configureServer: ({ middlewares }) => {
    middlewares.use('/sw.js', (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript').end();
    });
  },
};

main(async () => {
  await build(await setup(), ['wasm', 'package']);
  const watching = ['-p', 'js/tsconfig.json', '--noEmit', '--watch', '--preserveWatchOutput'];
  const checker = spawn(process.execPath, [tsc, ...watching], { cwd: top, stdio: 'inherit' });
  watchPackage();
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(top, 'web/vite.config.ts'),
    plugins: [nothingOffline],
    server: { host: '127.0.0.1', port: Number(values.port), fs: { allow: [top] } },
  });
  await server.listen();
  server.printUrls();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, async () => {
      checker.kill();
      await server.close();
      process.exit();
    });
  }
});

// Several files may be saved at once, and an editor may write a file several times.
function watchPackage() {
  let pending;
  watch(join(top, 'js/src'), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.ts') || /^(wasm|vendor)\//.test(file)) return;
    clearTimeout(pending);
    pending = setTimeout(() => buildCode().catch((error) => console.error(error.message)), 50);
  });
}
