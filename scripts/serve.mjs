// Serves a folder over HTTP on this machine alone: for the demo and for the tests of the page.
//
//   const site = await serve('build/page', { prefix: '/fairwasm/' });
//   … site.url …; await site.close();

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Port 0 is any free one. `prefix` is the path the folder appears under, with both slashes. */
export async function serve(folder, { port = 0, prefix = '/' } = {}) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    answer(root, prefix, request, response).catch(() => refuse(response, 500));
  });
  await new Promise((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}

async function answer(root, prefix, request, response) {
  if (!['GET', 'HEAD'].includes(request.method)) return refuse(response, 405);
  const file = await findFile(root, prefix, request.url);
  if (!file) return refuse(response, 404);
  response.writeHead(200, {
    'Content-Type': types[extname(file.path)] ?? 'application/octet-stream',
    'Content-Length': file.size,
    'Cache-Control': 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file.path).pipe(response);
}

// A path that leaves the folder, once decoded and resolved, names no file.
async function findFile(root, prefix, url) {
  const pathname = decode(url.split('?')[0]);
  if (!pathname?.startsWith(prefix) || pathname.includes('\0')) return null;
  const path = join(root, pathname.slice(prefix.length));
  if (path !== root && path !== root + sep && !path.startsWith(root + sep)) return null;
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return { path, size: found.size };
  const index = join(path, 'index.html');
  const size = found && (await stat(index).catch(() => null))?.size;
  return size === null || size === undefined ? null : { path: index, size };
}

function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function refuse(response, status) {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
}
