// SPDX-License-Identifier: Apache-2.0
//
// Stores the stages of a tab on the device, so that history entries find their stages after the tab was reloaded or
// closed. Nothing leaves the browser's storage, everything expires after a week, and one call deletes all of it. If the
// browser has no storage or denies it, nothing is stored and the page works without it. A page from the disk stores
// nothing, because in some browsers every HTML file on the disk can read what another one stored.

/** The stored stage of a history entry. */
export interface KeptStage {
  key: string;
  tab: string;
  address: string;
  /** Display name; if empty, the stage can be reached only by its address. */
  title: string;
  /** Milliseconds since 1970. */
  time: number;
  stage: unknown;
}

const databaseName = 'fairwasm';
const [stages, files] = ['stages', 'files'] as const;
const maxEntries = 40;
const longest = 7 * 24 * 3600 * 1000; // milliseconds
const maxOpeningLength = 4000; // milliseconds; some browsers never answer
const maxBytes = 2 ** 28; // of stored files

let opening: Promise<IDBDatabase | undefined> | undefined;

/** True if the page may store data. */
export const canStore = location.protocol !== 'file:';

function database(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    if (!canStore) return resolve(undefined);
    try {
      const request = indexedDB.open(databaseName, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(stages, { keyPath: 'key' });
        request.result.createObjectStore(files);
      };
      request.onsuccess = () => resolve(untilItCloses(request.result));
      request.onerror = () => resolve(undefined);
      request.onblocked = () => resolve(undefined);
      setTimeout(() => resolve(undefined), maxOpeningLength);
    } catch {
      resolve(undefined);
    }
  });
  return opening;
}

// The browser may close the database, and a later version of the page may need it, so it is reopened on demand.
function untilItCloses(database: IDBDatabase): IDBDatabase {
  const forget = () => {
    opening = undefined;
  };
  database.onclose = forget;
  database.onversionchange = () => {
    database.close();
    forget();
  };
  return database;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

// A file is stored once, even if several stages contain it.
const fileKeys = new WeakMap<Blob, string>();

interface FileMark {
  keptFile: string;
}

const isMark = (value: unknown): value is FileMark =>
  typeof value === 'object' && value !== null && 'keptFile' in value;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const deepest = 4; // depth of files in a stage

/** Returns the stage with placeholders for its files. */
function packed(value: unknown, found: Map<string, Blob>, depth = 0): unknown {
  if (value instanceof Blob) {
    const key = fileKeys.get(value) ?? crypto.randomUUID();
    fileKeys.set(value, key);
    found.set(key, value);
    return { keptFile: key } satisfies FileMark;
  }
  if (!isPlain(value) || depth === deepest) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, packed(part, found, depth + 1)]);
  return Object.fromEntries(entries);
}

function marksIn(value: unknown, depth = 0): string[] {
  if (isMark(value)) return [value.keptFile];
  if (!isPlain(value) || depth === deepest) return [];
  return Object.values(value).flatMap((part) => marksIn(part, depth + 1));
}

async function unpacked(value: unknown, store: IDBObjectStore, depth = 0): Promise<unknown> {
  if (isMark(value)) {
    const file = (await answered(store.get(value.keptFile))) as Blob;
    if (file === undefined) throw new Error('a file is no longer stored');
    fileKeys.set(file, value.keptFile);
    return file;
  }
  if (!isPlain(value) || depth === deepest) return value;
  const whole: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) whole[name] = await unpacked(part, store, depth + 1);
  return whole;
}

/** Stores a stage; returns false if it cannot be stored. */
export async function keepStage(kept: KeptStage): Promise<boolean> {
  try {
    const store = await database();
    if (!store) return false;
    const found = new Map<string, Blob>();
    const stage = packed(kept.stage, found);
    const bytes = [...found.values()].reduce((sum, { size }) => sum + size, 0);
    if (bytes > maxBytes) return false;
    const transaction = store.transaction([stages, files], 'readwrite');
    const done = finished(transaction);
    const shelf = transaction.objectStore(files);
    const known = new Set(await answered(shelf.getAllKeys()));
    for (const [key, file] of found) if (!known.has(key)) shelf.put(file, key);
    transaction.objectStore(stages).put({ ...kept, stage });
    await done;
    return true;
  } catch {
    return false; // no storage is left, or something in it cannot be copied
  }
}

/** Returns the stage of an entry, or the last stage of a tab at an address. */
export async function findStage(sought: { key: string } | { tab: string; address: string }): Promise<unknown> {
  try {
    const store = await database();
    if (!store) return undefined;
    const transaction = store.transaction([stages, files]);
    const all = transaction.objectStore(stages);
    const kept =
      'key' in sought
        ? ((await answered(all.get(sought.key))) as KeptStage | undefined)
        : latest((await answered(all.getAll())) as KeptStage[], sought);
    return kept && (await unpacked(kept.stage, transaction.objectStore(files)));
  } catch {
    return undefined;
  }
}

const latest = (all: readonly KeptStage[], { tab, address }: { tab: string; address: string }) =>
  all.filter((kept) => kept.tab === tab && kept.address === address).sort((a, b) => b.time - a.time)[0];

/** Returns the stored stages of a tab, latest first. */
export async function keptIn(tab: string): Promise<readonly Omit<KeptStage, 'stage'>[]> {
  try {
    const store = await database();
    if (!store) return [];
    const all = (await answered(store.transaction(stages).objectStore(stages).getAll())) as KeptStage[];
    return all
      .filter((kept) => kept.tab === tab)
      .map(({ stage: _, ...kept }) => kept)
      .sort((a, b) => b.time - a.time);
  } catch {
    return [];
  }
}

/** Deletes everything; returns false if the browser denies it. */
export async function forgetAll(): Promise<boolean> {
  try {
    const store = await database();
    if (!store) return false;
    const transaction = store.transaction([stages, files], 'readwrite');
    const done = finished(transaction);
    transaction.objectStore(stages).clear();
    transaction.objectStore(files).clear();
    await done;
    return true;
  } catch {
    return false;
  }
}

/**
 * Deletes stages that are too old or too large, and files without a stage. Stages with a time in the future, after the
 * clock was set back, get the current time and also expire in a week.
 */
export async function tidy(now = Date.now()): Promise<void> {
  try {
    const store = await database();
    if (!store) return;
    const transaction = store.transaction([stages, files], 'readwrite');
    const [entries, shelf] = [transaction.objectStore(stages), transaction.objectStore(files)];
    const all = ((await answered(entries.getAll())) as KeptStage[]).sort((a, b) => b.time - a.time);
    for (const entry of all.filter(({ time }) => time > now)) {
      entry.time = now;
      entries.put(entry);
    }
    const kept = all.slice(0, maxEntries).filter(({ time }) => now - time < longest);
    for (const { key } of all.filter((entry) => !kept.includes(entry))) entries.delete(key);
    const needed = new Set(kept.flatMap(({ stage }) => marksIn(stage)));
    for (const key of await answered(shelf.getAllKeys())) if (!needed.has(key as string)) shelf.delete(key);
  } catch {
    // the rest is deleted the next time
  }
}
