// Folders that the scripts share.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const top = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const buildFolder = join(top, 'build');
export const binFolder = join(top, 'node_modules', '.bin');
/** The compiler that checks types: three times as fast as version 6, which remains for its API. */
export const tsc = join(top, 'node_modules/typescript-7/bin/tsc');
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fairwasm');
