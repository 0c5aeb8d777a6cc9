// SPDX-License-Identifier: Apache-2.0
//
// The worker: reads the file, counts, and answers. What an example does not need is loaded when it is asked for.

import { findExample, load, type Report, reportExample } from 'fairwasm';
import { isOfSlices } from '../scan/questions.js';
import type { TableProfile } from '../table/profile.js';
import { kept } from './cached.js';
import type { Beside, Progress, Results, Work } from './protocol.js';
import { serve } from './serve.js';

type Tell = (progress: Progress) => void;

const loadCore = kept(load);
const loadFileWork = kept(() => import('./file-work.js'));
const loadScan = kept(async () => {
  const [fair, aif360] = await Promise.all([loadCore(), import('fairwasm/aif360')]);
  return aif360.load({ fair });
});

const loadSlices = kept(async () => (await import('fairwasm/slices')).load());

const loadClasses = kept(async () => {
  const [fair, door] = await Promise.all([loadCore(), import('fairwasm/classes')]);
  return door.load({ fair });
});

const loadThresholds = kept(async () => (await import('fairwasm/thresholds')).load());

const loadScores = kept(async () => (await import('fairwasm/scores')).load());

// While the page waits for a file. Whoever needs the core is told why it could not be loaded.
loadCore().catch(() => {});

// A row that is taken in loads the parts that take files in.
const getReady = kept(() => Promise.all([loadFileWork(), intake(new Blob(['a\n1\n']), () => {})]));

const perform = (work: Work, tell: Tell): Promise<Results[Work['kind']]> => {
  switch (work.kind) {
    case 'profile':
      return profile(work.file, tell);
    case 'intake':
      return intake(work.file, tell);
    case 'prepare':
      return prepare(work, tell);
    case 'example':
      return example(work.name, work.extras);
    case 'audit':
      return audit(work, tell);
    case 'extras':
      return extras(work, tell);
    case 'counts':
      return counts(work);
    case 'classes':
      return classes(work, tell);
    case 'numbers':
      return numbers(work, tell);
    case 'frontier':
      return frontier(work);
    case 'scan':
      return scan(work, tell);
  }
};

serve<Work, Results[Work['kind']], Progress>(perform, getReady);

// Told once where several batches come of the same bytes.
function tellBytes(file: Blob, tell: Tell): (bytes: number) => void {
  let told: number | undefined; // the first of them says that reading has begun
  return (bytes) => {
    if (bytes !== told) tell({ bytes, total: file.size });
    told = bytes;
  };
}

async function profile(file: Blob, tell: Tell): Promise<Results['profile']> {
  const { profileCsv } = await loadFileWork();
  return profileCsv(file, readingOf(file, tell));
}

async function intake(file: Blob, tell: Tell): Promise<Results['intake']> {
  const { takeIn } = await import('../intake/take-in.js');
  return takeIn(file, readingOf(file, tell));
}

async function prepare(
  { file, profile, choice }: Extract<Work, { kind: 'prepare' }>,
  tell: Tell,
): Promise<Results['prepare']> {
  const { prepared } = await import('../intake/prepare.js');
  return prepared(file, profile, choice, tellBytes(file, tell));
}

function readingOf(file: Blob, tell: Tell) {
  let bytes = 0;
  const tellRead = tellBytes(file, tell);
  const onProgress = (read: number) => {
    bytes = read;
    tellRead(read);
  };
  const onFirst = (first: TableProfile) => tell({ bytes, total: file.size, first });
  return { onFirst, onProgress };
}

async function example(name: string, extras?: Beside): Promise<Results['example']> {
  return reportExample(await loadCore(), findExample(name), extras);
}

async function extras(
  { file, source, choice, extras: asked }: Extract<Work, { kind: 'extras' }>,
  tell: Tell,
): Promise<Results['extras']> {
  const [fair, { reportRows }] = await Promise.all([loadCore(), loadFileWork()]);
  return reportRows(fair, file, source, choice, tellBytes(file, tell), asked);
}

async function audit(
  { file, source, choice }: Extract<Work, { kind: 'audit' }>,
  tell: Tell,
): Promise<Results['audit']> {
  const tellFigures = (figures: Report) => {
    const note = 'Counting is done; computing intervals and tests';
    tell({ bytes: file.size, total: file.size, note, figures });
  };
  const [fair, { auditRows, sharedByWorkers }] = await Promise.all([loadCore(), loadFileWork()]);
  return auditRows(fair, file, source, choice, tellBytes(file, tell), tellFigures, sharedByWorkers);
}

async function counts({
  file,
  source,
  what,
}: Extract<Work, { kind: 'counts' }>): Promise<Results['counts']> {
  const [fair, { auditCountsFile }] = await Promise.all([loadCore(), import('fairwasm/sql')]);
  return auditCountsFile(fair, file, { ...what, source });
}

async function classes(
  { file, ...asked }: Extract<Work, { kind: 'classes' }>,
  tell: Tell,
): Promise<Results['classes']> {
  const onProgress = tellBytes(file, tell);
  const { classRows } = await import('../classes/class-rows.js');
  return classRows(await loadCore(), await loadClasses(), file, { ...asked, onProgress });
}

async function numbers(
  { file, ...asked }: Extract<Work, { kind: 'numbers' }>,
  tell: Tell,
): Promise<Results['numbers']> {
  const onProgress = tellBytes(file, tell);
  const { numberRows } = await import('../numbers/number-rows.js');
  return numberRows(await loadCore(), await loadScores(), file, { ...asked, onProgress });
}

async function frontier({
  groups,
  constraint,
}: Extract<Work, { kind: 'frontier' }>): Promise<Results['frontier']> {
  const { frontierOf } = await import('../scores/frontier-rows.js');
  return frontierOf(await loadThresholds(), groups, constraint);
}

async function scan(
  { file, choice, question }: Extract<Work, { kind: 'scan' }>,
  tell: Tell,
): Promise<Results['scan']> {
  if (isOfSlices(question)) {
    const { sliceRows } = await import('../scan/slice-rows.js');
    return { slices: await sliceRows(await loadSlices(), file, choice, question, tell) };
  }
  const { scanRows } = await import('../scan/scan-rows.js');
  return { found: await scanRows(await loadScan(), file, choice, question, tell) };
}
