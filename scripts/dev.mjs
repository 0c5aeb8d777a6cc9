// The page while people work on it: Vite serves its sources, and reloads what changed. The package is the built
// one, as everywhere; `tsc --watch` builds it again when its sources change, and the page follows. C++ is built
// at the start; later by `npm run build` in another terminal.
//
//   npm run dev [-- --port N]

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { binFolder, top } from './lib/paths.mjs';
import { main } from './lib/step.mjs';
import { setup } from './setup.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } });

// The page's service worker keeps what was built; here it keeps nothing.
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
  const watching = ['-p', 'js/tsconfig.json', '--watch', '--preserveWatchOutput'];
  const tsc = spawn(join(binFolder, 'tsc'), watching, { cwd: top, stdio: 'inherit' });
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
      tsc.kill();
      await server.close();
      process.exit();
    });
  }
});
