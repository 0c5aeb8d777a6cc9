// SPDX-License-Identifier: Apache-2.0
//
// The worker: reads the file, counts, and answers. It serves one piece of work and is then ended by
// the page.

import { auditCsv, findExample, load, readCsv, reportExample } from 'fairwasm';
import { TableProfiler } from '../table/profile.js';
import { type Answer, type Results, toFailure, type Work } from './protocol.js';

const answer = (message: Answer) => postMessage(message);

addEventListener('message', async ({ data: work }: MessageEvent<Work>) => {
  try {
    answer({ kind: 'done', result: await perform(work) });
  } catch (error) {
    answer({ kind: 'failed', failure: toFailure(error) });
  }
});

function perform(work: Work): Promise<Results[Work['kind']]> {
  switch (work.kind) {
    case 'profile':
      return profile(work.file);
    case 'example':
      return example(work.name);
    case 'audit':
      return audit(work);
  }
}

const tellProgress = (file: Blob) => (bytes: number) =>
  answer({ kind: 'progress', progress: { bytes, total: file.size } });

async function profile(file: Blob): Promise<Results['profile']> {
  const profiler = new TableProfiler();
  for await (const { columns } of readCsv(file, { onProgress: tellProgress(file) })) {
    profiler.add(columns);
  }
  return profiler.profile();
}

async function example(name: string): Promise<Results['example']> {
  return reportExample(await load(), findExample(name));
}

async function audit({
  file,
  source,
  choice,
}: Extract<Work, { kind: 'audit' }>): Promise<Results['audit']> {
  const fair = await load();
  return auditCsv(fair, file, { ...choice, source }, { onProgress: tellProgress(file) });
}
