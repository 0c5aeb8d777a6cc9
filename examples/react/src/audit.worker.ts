// The worker: audits one file and reports its progress. The page terminates it to cancel the audit.

import { auditCsv, load } from 'fairwasm';
import type { Reply, Request } from './messages.js';

const answer = (reply: Reply) => postMessage(reply);

addEventListener('message', async ({ data: { file, columns } }: MessageEvent<Request>) => {
  try {
    const onProgress = ({ done }: { done: number }) =>
      answer({ state: 'reading', fraction: done / Math.max(1, file.size) });
    const what = { ...columns, source: file.name };
    const report = await auditCsv(await load(), file, what, { onProgress });
    answer({ state: 'done', report });
  } catch (error) {
    // A FairwasmError contains the column and row in its message.
    answer({ state: 'failed', message: (error as Error).message });
  }
});
