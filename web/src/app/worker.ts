// SPDX-License-Identifier: Apache-2.0
//
// The worker reads files, computes, and answers requests. Parts that an example does not need are loaded on demand.

import { load, type Report, reportExample } from 'fairwasm';
import type {} from '../features/individual/questions.js';
import type {} from '../features/slices/questions.js';
import type { TableProfile } from '../table/profile.js';
import type { OnRead } from '../table/read.js';
import { kept } from '../worker/cached.js';
import type { AnyRequest, Progress, RequestOf, Requests } from '../worker/requests.js';
import { serve } from '../worker/serve.js';

type Emit = (progress: Progress) => void;
type AnyResult = Requests[keyof Requests]['result'];

const loadCore = kept(load);
const loadFileWork = kept(() => import('./file-work.js'));
const loadScan = kept(async () => {
  const [fair, aif360] = await Promise.all([loadCore(), import('fairwasm/aif360')]);
  return aif360.load({ fair });
});

const loadIndividual = kept(async () => (await import('fairwasm/individual')).load());

const loadSlices = kept(async () => (await import('fairwasm/slices')).load());

const loadClasses = kept(async () => {
  const [fair, classes] = await Promise.all([loadCore(), import('fairwasm/classes')]);
  return classes.load({ fair });
});

const loadThresholds = kept(async () => (await import('fairwasm/thresholds')).load());

const loadScores = kept(async () => (await import('fairwasm/scores')).load());

// The core loads while the page waits for a file. If it cannot be loaded, requests that need it report the reason.
loadCore().catch(() => {});

const getReady = kept(async () => {
  const [fair, { auditFewRows }] = await Promise.all([loadCore(), loadFileWork()]);
  await auditFewRows(fair);
});

const perform = (work: AnyRequest, emit: Emit): Promise<AnyResult> => {
  switch (work.kind) {
    case 'profile':
      return profile(work.file, emit);
    case 'intake':
      return intake(work.file, emit);
    case 'prepare':
      return prepare(work, emit);
    case 'example':
      return example(work);
    case 'audit':
      return audit(work, emit);
    case 'extras':
      return extras(work, emit);
    case 'counts':
      return counts(work);
    case 'classes':
      return classes(work, emit);
    case 'numbers':
      return numbers(work, emit);
    case 'frontier':
      return frontier(work);
    case 'scan':
      return scan(work, emit);
    case 'proxies':
      return proxies(work, emit);
    case 'mark':
      return mark(work);
    case 'individual':
      return individual(work, emit);
  }
};

serve<AnyRequest, AnyResult, Progress>(perform, getReady);

// Several batches with the same number of bytes are reported as one event.
function emitBytes(file: Blob, emit: Emit): OnRead {
  let last: number | undefined; // The first event shows that reading has begun.
  return ({ done }) => {
    if (done !== last) emit({ done, total: file.size });
    last = done;
  };
}

async function profile(file: Blob, emit: Emit): Promise<Requests['profile']['result']> {
  const { profileCsv } = await loadFileWork();
  return profileCsv(file, getReading(file, emit));
}

async function intake(file: Blob, emit: Emit): Promise<Requests['intake']['result']> {
  const { takeIn } = await import('../features/intake/take-in.js');
  const taken = await takeIn(file, getReading(file, emit));
  if (!taken.isOpen) return taken;
  const { withDecimalPoints } = await import('../features/intake/prepare.js');
  return { ...taken, file: await withDecimalPoints(file) };
}

async function prepare(
  { file, profile, choice }: RequestOf<'prepare'>,
  emit: Emit,
): Promise<Requests['prepare']['result']> {
  const { prepared } = await import('../features/intake/prepare.js');
  return prepared(file, profile, choice, emitBytes(file, emit));
}

function getReading(file: Blob, emit: Emit) {
  let done = 0;
  const emitRead = emitBytes(file, emit);
  const onProgress: OnRead = (progress) => {
    done = progress.done;
    emitRead(progress);
  };
  const onFirst = (first: TableProfile) => emit({ done, total: file.size, first });
  return { onFirst, onProgress };
}

async function example({ example, extras }: RequestOf<'example'>): Promise<Requests['example']['result']> {
  return reportExample(await loadCore(), example, extras);
}

async function extras(
  { file, source, choice, extras: asked }: RequestOf<'extras'>,
  emit: Emit,
): Promise<Requests['extras']['result']> {
  const [fair, { reportRows }] = await Promise.all([loadCore(), loadFileWork()]);
  return reportRows(fair, file, source, choice, emitBytes(file, emit), asked);
}

async function audit({ file, source, choice }: RequestOf<'audit'>, emit: Emit): Promise<Requests['audit']['result']> {
  const tellFigures = (figures: Report) => {
    const note = 'Counting is done; computing intervals and tests';
    emit({ done: file.size, total: file.size, note, figures });
  };
  const [fair, { auditRows, sharedByWorkers }] = await Promise.all([loadCore(), loadFileWork()]);
  return auditRows(fair, file, source, choice, emitBytes(file, emit), tellFigures, sharedByWorkers);
}

async function counts({ file, source, what }: RequestOf<'counts'>): Promise<Requests['counts']['result']> {
  const [fair, { auditCountsFile }] = await Promise.all([loadCore(), import('fairwasm/sql')]);
  return auditCountsFile(fair, file, { ...what, source });
}

async function classes({ file, ...asked }: RequestOf<'classes'>, emit: Emit): Promise<Requests['classes']['result']> {
  const onProgress = emitBytes(file, emit);
  const { classRows } = await import('../features/classes/class-rows.js');
  return classRows(await loadCore(), await loadClasses(), file, { ...asked, onProgress });
}

async function numbers({ file, ...asked }: RequestOf<'numbers'>, emit: Emit): Promise<Requests['numbers']['result']> {
  const onProgress = emitBytes(file, emit);
  const { numberRows } = await import('../features/errors/number-rows.js');
  return numberRows(await loadCore(), await loadScores(), file, { ...asked, onProgress });
}

async function frontier({ groups, constraint }: RequestOf<'frontier'>): Promise<Requests['frontier']['result']> {
  const { getFrontier: computeFrontier } = await import('../features/scores/frontier-rows.js');
  return computeFrontier(await loadThresholds(), groups, constraint);
}

async function proxies(work: RequestOf<'proxies'>, emit: Emit): Promise<Requests['proxies']['result']> {
  const { proxyRows } = await import('../features/slices/proxy-rows.js');
  return proxyRows(await loadSlices(), work, emit);
}

async function mark({ file, group }: RequestOf<'mark'>): Promise<Requests['mark']['result']> {
  const { markRows } = await import('../features/slices/mark-rows.js');
  return markRows(file, group);
}

async function individual(
  { file, choice, asked }: RequestOf<'individual'>,
  emit: Emit,
): Promise<Requests['individual']['result']> {
  const [{ individualRows }, rows, aif360] = await Promise.all([
    import('../features/individual/individual-rows.js'),
    loadIndividual(),
    loadScan(),
  ]);
  return individualRows({ individual: rows, aif360 }, file, choice, asked, emitBytes(file, emit));
}

async function scan(
  { file, choice, question, without }: RequestOf<'scan'>,
  emit: Emit,
): Promise<Requests['scan']['result']> {
  const { isOfSlices } = await import('../features/slices/questions.js');
  if (isOfSlices(question)) {
    const { sliceRows } = await import('../features/slices/slice-rows.js');
    return sliceRows(await loadSlices(), file, choice, question, without, emit);
  }
  const { scanRows } = await import('../features/slices/scan-rows.js');
  return { found: await scanRows(await loadScan(), file, choice, question, emit) };
}
