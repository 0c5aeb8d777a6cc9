// SPDX-License-Identifier: Apache-2.0
//
// The version of the package.

import { readFile } from 'node:fs/promises';

export async function packageVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
