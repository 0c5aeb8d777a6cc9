// SPDX-License-Identifier: Apache-2.0
//
// Starts the page, and stores its files for use without a network.

import './shell/fairwasm-page.js';
import { keepPresses } from './shell/click.js';
import workerUrl from './shell/worker.ts?worker&url';
import { scriptUrl } from './work/script-url.js';
import { useWorker } from './work/worker-url.js';

keepPresses();
useWorker(workerUrl);

if (import.meta.env.PROD && 'serviceWorker' in navigator && !('fairwasmScript' in globalThis)) {
  // If the browser does not store them (for example in a private window), the page works, but only online.
  navigator.serviceWorker.register(scriptUrl('./sw.js')).catch(() => {});
}
