// SPDX-License-Identifier: Apache-2.0
//
// A Vite plugin that adds sw.js: the service worker that keeps the built files, so that the page works
// without a network once it was open. It answers for this page's own files and nothing else.

import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

export function offline(): Plugin {
  return {
    name: 'fairwasm-offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter(isForAll).sort();
        const hash = createHash('sha256');
        for (const item of Object.values(bundle)) {
          hash.update(item.type === 'chunk' ? item.code : item.source);
        }
        const version = hash.digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: serviceWorker(version, ['./', 'icon.svg', 'manifest.webmanifest', ...files]),
        });
      },
    },
  };
}

/** What runs models is 14 MB, and few ask for it: it is kept from when it was first needed. */
const isForAll = (name: string) => !isLate.test(name);
const isLate = /(?:^|\/)ort-wasm[^/]*\.wasm$/;

// Built files carry a hash in their names, so the kept copy is as good as the server's; the page itself
// is asked for anew and the kept one is for when there is no answer. A new version takes over when no
// page of the old one is open any more: until then that page finds its own files.
const serviceWorker = (version: string, files: readonly string[]) => `
const mine = 'fairwasm ' + self.registration.scope;
const version = mine + ' ${version}';
const files = ${JSON.stringify(files)};

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

// All or nothing: while a host is being updated, it may have files of two editions, and some answer with a page in the
// place of a file that they do not have. Then nothing is kept, and it is tried again another time.
async function keepAll() {
  const cache = await caches.open(version);
  try {
    await Promise.all(files.map(async (file) => {
      // What has no hash in its name may be an older one in the browser's own cache.
      const answer = await fetch(file, file.startsWith('assets/') ? {} : { cache: 'reload' });
      const isPage = (answer.headers.get('content-type') ?? '').includes('text/html');
      if (!answer.ok || answer.redirected || isPage !== pages.includes(file)) throw new Error('no ' + file);
      if (isPage) requireOwn(await answer.clone().text());
      await cache.put(file, answer);
    }));
  } catch (error) {
    await caches.delete(version);
    throw error;
  }
}

const pages = ['./', 'index.html'];

function requireOwn(page) {
  const named = page.split('"').filter((text) => text.startsWith('./assets/'));
  const foreign = named.filter((name) => !files.includes(name.slice(2)));
  if (named.length === 0 || foreign.length > 0) throw new Error('a page of another edition');
}

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(mine) && name !== version;
  const forget = (names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === 'navigate' ? newest(request) : kept(request));
});

async function newest(request) {
  const copy = () => caches.match('./', { cacheName: version });
  return fetch(request).catch(async () => (await copy()) ?? Response.error());
}

async function kept(request) {
  const copy = await caches.match(request, { cacheName: version });
  if (copy) return copy;
  const answer = await fetch(request);
  if (answer.ok && ${isLate}.test(new URL(request.url).pathname)) {
    await (await caches.open(version)).put(request, answer.clone());
  }
  return answer;
}
`;
