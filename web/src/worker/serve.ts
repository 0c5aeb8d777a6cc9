// SPDX-License-Identifier: Apache-2.0
//
// A worker's side of ask.ts: it handles one request after another until the page ends it.

import type { Message } from './ask.js';
import { toFailure } from './failure.js';
import { readiness } from './readiness.js';
// Creates the only policy for the addresses of scripts, so that no other code can.
import './script-url.js';

/** Responds to each message with the result of `perform`; `getReady` loads code for a coming request. */
export function serve<Work, Answer, News>(
  perform: (work: Work, tell: (news: News) => void) => Promise<Answer>,
  getReady?: () => Promise<unknown>,
): void {
  const answer = (message: Message<Answer, News>) => postMessage(message);
  addEventListener('message', async ({ data: work }: MessageEvent<Work | typeof readiness>) => {
    if (work === readiness) {
      getReady?.().catch(() => {}); // the request that needs it reports the error
      return;
    }
    try {
      const tell = (progress: News) => answer({ kind: 'progress', progress });
      answer({ kind: 'done', result: await perform(work, tell) });
    } catch (error) {
      answer({ kind: 'failed', failure: toFailure(error) });
    }
  });
}
