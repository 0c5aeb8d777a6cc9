// The audit of a file as state of a component. There is at most one worker: a second file replaces the first, and
// leaving the page terminates it.

import { useEffect, useRef, useState } from 'react';
import type { Columns, Reply, Request } from './messages.js';

export type AuditState = { state: 'idle' } | Reply;

const idle: AuditState = { state: 'idle' };

export function useAudit(columns: Columns) {
  const [audit, setAudit] = useState<AuditState>(idle);
  const worker = useRef<Worker>(undefined);

  const end = (then: AuditState) => {
    worker.current?.terminate();
    worker.current = undefined;
    setAudit(then);
  };
  const start = (file: File) => {
    end({ state: 'reading', fraction: 0 });
    const started = new Worker(new URL('./audit.worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<Reply>) => (data.state === 'reading' ? setAudit(data) : end(data));
    started.onerror = () => end({ state: 'failed', message: 'The worker could not be started.' });
    started.postMessage({ file, columns } satisfies Request);
  };
  useEffect(() => () => worker.current?.terminate(), []);
  return { audit, start, cancel: () => end(idle) };
}
