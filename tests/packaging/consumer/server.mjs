// SPDX-License-Identifier: Apache-2.0
//
// Serves a folder like a stock nginx 1.22: with the types of Debian 12, and application/octet-stream for other files.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

// The relevant rows of /etc/nginx/mime.types, which has none for mjs.
const types = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'application/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** `pages` contains texts by path that replace files. */
export async function serveAsNginx(folder, pages) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const content = pages.get(pathname) ?? (await readFile(join(folder, pathname)).catch(() => null));
    response.writeHead(content === null ? 404 : 200, {
      'Content-Type': types[extname(pathname)] ?? 'application/octet-stream',
    });
    response.end(content);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}
