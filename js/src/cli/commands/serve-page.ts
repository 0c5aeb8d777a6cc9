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
 * @param onPage Called when a browser requests the page.
 */
export async function servePage(page: string, file: string | undefined, onPage = () => {}): Promise<PageServer> {
  const token = randomBytes(16).toString('hex');
  const name = file === undefined ? undefined : encodeURIComponent(basename(file));
  const pagePath = `/${token}/`;
  const files = new Map([[pagePath, { path: page, type: 'text/html; charset=utf-8' }]]);
  if (file !== undefined) files.set(`/${token}/file/${name}`, { path: file, type: 'application/octet-stream' });
  let host = '';
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.host !== host) return refuse(response, 404);
    // The path is compared, not parsed, because anyone on this machine, and any website, can send a request.
    const [path] = (request.url ?? '').split('?', 1);
    const result = files.get(path as string);
    if (!result || isFromElsewhere(request, host, path === pagePath)) return refuse(response, 404);
    if (request.method !== 'GET') return refuse(response, 405);
    const stream = createReadStream(result.path);
    stream.on('error', () => refuse(response, 404));
    stream.once('open', () => {
      response.writeHead(200, { ...headers, 'Content-Type': result.type });
      stream.pipe(response);
    });
    response.once('close', () => stream.destroy());
    response.on('error', () => stream.destroy());
    if (path === pagePath) onPage();
  };
  const server = createServer((request, response) => {
    try {
      answer(request, response);
    } catch {
      refuse(response, 404); // An exception in a callback would end the process.
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, address, resolve);
  });
  server.on('error', () => {}); // The connection ends; the server continues.
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

// Browsers name the site that a request comes from; programs do not. The file that opens the page in a browser is of
// another site, too, and a browser shows the page only as a whole tab, because its headers forbid frames.
function isFromElsewhere({ headers }: IncomingMessage, host: string, isPage: boolean): boolean {
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return true;
  if (isPage && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document') return false;
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
}

function refuse(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, headers);
  response.end();
}
