// SPDX-License-Identifier: Apache-2.0
//
// Serves the page and one file to the browser of this machine: on loopback only, under a path that other programs and
// sites do not know, and only to requests that name this address as their host. A site whose name leads here after the
// page was opened (DNS rebinding) sends its own name and gets nothing.

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

/** A server that runs until it is closed. */
export interface PageServer {
  url: string;
  close(): Promise<void>;
}

const address = '127.0.0.1';

const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Serves the page on a free port.
 *
 * @param page The path of the page, one HTML file.
 * @param file The path of a file that the page opens.
 */
export async function servePage(page: string, file: string | undefined): Promise<PageServer> {
  const token = randomBytes(16).toString('hex');
  const name = file === undefined ? undefined : encodeURIComponent(basename(file));
  const files = new Map([[`/${token}/`, { path: page, type: 'text/html; charset=utf-8' }]]);
  if (file !== undefined) files.set(`/${token}/file/${name}`, { path: file, type: 'application/octet-stream' });
  let host = '';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', `http://${address}`);
    const found = files.get(pathname);
    if (request.headers.host !== host || isFromElsewhere(request, host) || !found) return refuse(response, 404);
    if (request.method !== 'GET') return refuse(response, 405);
    const stream = createReadStream(found.path);
    stream.once('error', () => refuse(response, 404));
    stream.once('open', () => {
      response.writeHead(200, { ...headers, 'Content-Type': found.type });
      stream.pipe(response);
    });
    response.once('close', () => stream.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, address, resolve);
  });
  host = `${address}:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/${token}/${name === undefined ? '' : `?file=${name}`}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// Browsers name the site that a request comes from; programs do not.
const isFromElsewhere = ({ headers }: IncomingMessage, host: string): boolean =>
  (headers.origin !== undefined && headers.origin !== `http://${host}`) ||
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

function refuse(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, headers);
  response.end();
}
