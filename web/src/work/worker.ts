// SPDX-License-Identifier: Apache-2.0
//
// The worker: reads the file, counts, and answers. It serves one piece of work and is then ended by
// the page.

import { findExample, load, type Report, reportExample } from 'fairwasm';
import { auditRows } from '../audit/audit-rows.js';
import { scanRows } from '../scan/scan-rows.js';
import { TableProfiler } from '../table/profile.js';
import { readRows } from '../table/read.js';
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
    case 'scan':
      return scan(work);
  }
}

const tellProgress = (file: Blob) => (bytes: number) =>
  answer({ kind: 'progress', progress: { bytes, total: file.size } });

async function profile(file: Blob): Promise<Results['profile']> {
  const profiler = new TableProfiler();
  for await (const { columns } of readRows(file, { onProgress: tellProgress(file) })) {
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
  const tellFigures = (figures: Report) => {
    const note = 'Counted; intervals and tests are being computed';
    answer({ kind: 'progress', progress: { bytes: file.size, total: file.size, note, figures } });
  };
  return auditRows(await load(), file, source, choice, tellProgress(file), tellFigures);
}

async function scan({
  file,
  choice,
  question,
}: Extract<Work, { kind: 'scan' }>): Promise<Results['scan']> {
  return scanRows(await load(), file, choice, question, (progress) =>
    answer({ kind: 'progress', progress }),
  );
}
