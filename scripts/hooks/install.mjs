// Enables the Git hooks of this folder. npm runs this script after `npm install` in a checkout; it changes neither an
// export without a repository nor a checkout that already has hooks.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { top } from '../lib/paths.mjs';

const git = (...args) => spawnSync('git', args, { cwd: top, encoding: 'utf8' });

if (existsSync(`${top}/.git`) && git('config', 'core.hooksPath').stdout?.trim() === '') {
  git('config', 'core.hooksPath', 'scripts/hooks');
}
