// SPDX-License-Identifier: Apache-2.0
//
// A worker's side of ask.ts: it serves one piece of work after another, until it is ended by the page.

import { type Message, readiness } from './ask.js';
import { toFailure } from './failure.js';

/** Answers each message with what `perform` makes of it, and has `getReady` load what may be asked for soon. */
export function serve<Work, Answer, News>(
  perform: (work: Work, tell: (news: News) => void) => Promise<Answer>,
  getReady?: () => Promise<unknown>,
): void {
  const answer = (message: Message<Answer, News>) => postMessage(message);
  addEventListener('message', async ({ data: work }: MessageEvent<Work | typeof readiness>) => {
    if (work === readiness) {
      getReady?.().catch(() => {}); // who asks for it is told
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
