// Enables the Git hooks of this folder. npm runs this script (`dependencies`) after `npm install` in a checkout has
// changed packages; it changes neither an export without a repository nor a checkout that already has hooks. A script
// named `prepare` would make npm warn about install scripts wherever the packed file is installed.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { top } from '../lib/paths.mjs';

const git = (...args) => spawnSync('git', args, { cwd: top, encoding: 'utf8' });

if (existsSync(`${top}/.git`) && git('config', 'core.hooksPath').stdout?.trim() === '') {
  git('config', 'core.hooksPath', 'scripts/hooks');
}
