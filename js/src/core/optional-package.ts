// SPDX-License-Identifier: Apache-2.0
//
// Imports optional packages when they are first needed. The manifest accepts any version, so that fairwasm can be
// installed with every version; this module checks the version.

import { FairwasmError } from './error.js';

/** The oldest versions with the required functions. */
export const minimumVersions = {
  '@clickhouse/client': '1.0',
  '@duckdb/node-api': '1.3',
  '@modelcontextprotocol/sdk': '1.20',
  compromise: '14.0',
  'onnxruntime-web': '1.21',
  pg: '8.7',
  'wink-eng-lite-web-model': '1.1',
  'wink-nlp': '1.5',
} as const;

export type Peer = keyof typeof minimumVersions;

/** True if a version is at least the required minimum. */
export function isRecent(peer: Peer, version: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10));
  const [major = 0, minor = 0] = parts(version);
  const [wantedMajor = 0, wantedMinor = 0] = parts(minimumVersions[peer]);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/**
 * Imports a package.
 *
 * @param isUsable Returns whether the module has the required functions. Default: always.
 * @throws FairwasmError `loadFailed` with the version to install if the package is missing or too old.
 */
export async function loadPeer<T>(
  name: Peer,
  load: () => Promise<T>,
  isUsable: (peer: T) => boolean = () => true,
): Promise<T> {
  const failed = (actual: string) =>
    new FairwasmError('loadFailed', {
      argument: name,
      expected: `the package ${name}, version ${minimumVersions[name]} or later, installed in addition to fairwasm`,
      actual,
    });
  const peer = await load().catch((error: unknown) => {
    throw failed(String(error));
  });
  if (!isUsable(peer)) throw failed('an earlier version');
  return peer;
}
