// SPDX-License-Identifier: Apache-2.0
//
// Starts the page, and keeps its files so that it works without a network from then on.

import './shell/fairwasm-page.js';
import { keepPresses } from './shell/click.js';
import workerUrl from './shell/worker.ts?worker&url';
import { scriptUrl } from './work/script-url.js';
import { useWorker } from './work/worker-url.js';

keepPresses();
useWorker(workerUrl);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Where it is refused (a private window, say) the page works as well, only not offline.
  navigator.serviceWorker.register(scriptUrl('./sw.js')).catch(() => {});
}
