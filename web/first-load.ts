// SPDX-License-Identifier: Apache-2.0
//
// Bundles code that is loaded together into one file. Bundlers split code into a file for every set of importers, so
// the first load would be fifty files, and larger, because each is compressed separately:
// docs/decisions/023-page-first-load.md.

import { fileURLToPath } from 'node:url';
import { normalizePath, type Rolldown } from 'vite';

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The module that follows every report, further down. */
const belowReport = /\/web\/src\/features\/power\/power-view\.ts$/;
/** Modules of the package that several tabs import directly. */
const ofPackage = /\/dist\/examples\//;

/** A worker is one file with its initial code; the worker of audits has another file with the code for files. */
export const ofWorkers: Rolldown.CodeSplittingGroup[] = [
  { name: 'worker', priority: 2, tags: ['$initial'] },
  { name: 'file-work', priority: 1, test: /\/web\/src\/app\/file-work\.ts$/ },
];

/**
 * The page begins with its frame, which contains the code that tabs share with the first; then come the tables of
 * metrics, which counting tabs need too, and the first tab. The sections below a report follow. Each chunk takes its
 * modules before the next one.
 */
export const ofThePage: Rolldown.CodeSplittingGroup[] = [
  { debugName: 'frame', priority: 4, name: (id, graph) => (frameOf(graph).has(id) ? 'index' : null) },
  { name: 'metrics', priority: 3, test: /\/dist\/audit\/comparison\/comparison\.js$/ },
  { name: 'audit', priority: 2, test: /\/web\/src\/features\/audit\/audit-tab\.ts$/ },
  { name: 'below', priority: 1, test: belowReport },
];

const source = (path: string) => normalizePath(fileURLToPath(new URL(`src/${path}`, import.meta.url)));

let frame: ReadonlySet<string> | undefined;

// The graph is complete when the first chunk is requested.
function frameOf(graph: Graph): ReadonlySet<string> {
  frame ??= findFrame(graph);
  return frame;
}

function findFrame(graph: Graph): Set<string> {
  const loadedBy = (path: string) => graph.getModuleInfo(source(path))?.dynamicallyImportedIds ?? [];
  const [first, ...others] = loadedBy('app/tabs.ts');
  if (!first) throw new Error('web/src/app/tabs.ts loads no tab');
  const below = loadedBy('features/audit/load-parts.ts').filter((id) => belowReport.test(id));
  const ofFirst = reached(graph, [first, ...below]);
  const ofOthers = reached(graph, others);
  const isShared = (id: string) => ofOthers.has(id) && (id.startsWith(source('')) || ofPackage.test(id));
  return new Set([...reached(graph, [source('app/main.ts')]), ...[...ofFirst].filter(isShared)]);
}

/** The modules of the first load, whatever is requested later. */
function reached(graph: Graph, from: readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
