// SPDX-License-Identifier: Apache-2.0
//
// A Vite plugin that adds sw.js: the service worker that stores the built files, so that the page works offline after
// the first visit. It responds only to requests for this page's files.

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

/** The runtime for models is 14 MB, and few users need it, so it is stored when it is first used. */
const isForAll = (name: string) => !isLate.test(name);
const isLate = /(?:^|\/)ort-wasm[^/]*\.wasm$/;

// Built files have a hash in their names, so the stored copy equals the server's. The page itself is requested again,
// and the stored copy is used only without a response. A new version takes over when no page of the old version is
// open, so that such a page finds its files.
const serviceWorker = (version: string, files: readonly string[]) => `
const mine = 'fairwasm ' + self.registration.scope;
const version = mine + ' ${version}';
const files = ${JSON.stringify(files)};

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

// All or nothing: during an update, a host may have files of two versions, and some hosts respond with a page instead
// of a missing file. Then nothing is stored, and a later visit tries again.
async function keepAll() {
  const cache = await caches.open(version);
  try {
    await Promise.all(files.map(async (file) => {
      // A file without a hash in its name may be an old copy from the browser's cache.
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
