// Serves a folder over HTTP on this machine only, for the demo and for tests of the page.
//
//   const site = await serve('build/page', { prefix: '/fairwasm/' });
//   … site.url …; await site.close();

import { createServer } from 'node:http';

/** Port 0 selects a free port. `prefix` is the path of the folder, with both slashes. */
export async function serve(folder, { port = 0, prefix = '/' } = {}) {
  const { default: sirv } = await import('sirv'); // not installed in a bare checkout
  const files = sirv(folder, {
    dev: true, // reads files on each request
    etag: true,
    setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
  });
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (!url.startsWith(prefix)) return response.writeHead(404).end();
    request.url = url.slice(prefix.length - 1);
    files(request, response);
  });
  await new Promise((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', () => listening(server));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}
