// Runs other programs. Their output is kept back and shown only when they fail: a build that went
// well has nothing to say.

import { spawn, spawnSync } from 'node:child_process';
import { top } from './paths.mjs';

/** Something a person can act on: shown as its message alone, without a stack. */
export class Failure extends Error {}

/**
 * Runs a program to its end; resolves with what it printed, or throws a `Failure` with all of it and
 * with `shown`, the command as a person would type it.
 */
export async function run(
  command,
  args,
  { shown = [command, ...args].join(' '), ...options } = {},
) {
  const { code, output } = await attempt(command, args, options);
  if (code === 0) return output;
  throw new Failure(`${shown}\n${output}\nended with ${code}`);
}

/** As `run`, for programs whose failure is an answer: resolves with the exit code or signal too. */
export function attempt(command, args, options = {}) {
  return new Promise((resolve) => {
    const defaults = { cwd: top, env: process.env, stdio: ['ignore', 'pipe', 'pipe'] };
    const child = spawn(command, args, { ...defaults, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ code: error.code, output: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
}

/** What a program prints, trimmed, or null when it is not there or fails. */
export function ask(command, args, env = process.env) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: top, env });
  return status === 0 ? stdout.trim() : null;
}

export function isInstalled(command) {
  return ask('sh', ['-c', 'command -v "$0"', command]) !== null;
}
