// SPDX-License-Identifier: Apache-2.0
//
// Starts the page, and stores its files for use without a network.

import './fairwasm-page.js';
import { scriptUrl } from '../worker/script-url.js';
import { useWorker } from '../worker/worker-url.js';
import { keepPresses } from './click.js';
import workerUrl from './worker.ts?worker&url';

keepPresses();
useWorker(workerUrl);

if (import.meta.env.PROD && 'serviceWorker' in navigator && !('fairwasmScript' in globalThis)) {
  // If the browser does not store them (for example in a private window), the page works, but only online.
  navigator.serviceWorker.register(scriptUrl('./sw.js')).catch(() => {});
}
