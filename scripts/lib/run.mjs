// Runs other programs. Their output is kept back and shown only when they fail: a build that went
// well has nothing to say.

import { spawn, spawnSync } from 'node:child_process';
import { top } from './paths.mjs';

/** Something a person can act on: shown as its message alone, without a stack. */
export class Failure extends Error {}

/**
 * Runs a program to its end; resolves with what it printed, or throws a `Failure` with all of it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof attempt>[2]} [options]
 */
export async function run(command, args, options) {
  return outputOf(await attempt(command, args, options), [command, ...args].join(' '));
}

/** What a program printed, or a `Failure` if it failed; `shown` is its command as a person would type it. */
export function outputOf({ code, output }, shown) {
  if (code === 0) return output;
  throw new Failure(`${shown}\n${output}\nended with ${code}`);
}

/**
 * As `run`, for programs whose failure is an answer: resolves with the exit code or signal too, or with the code
 * `timeout` where the program was killed since it had not ended within `limit` seconds. Of a `detached` program
 * everything that it started is killed with it, and it is killed when this process is. `onText` is called with each
 * piece of its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ limit?: number, detached?: boolean, cwd?: string, env?: NodeJS.ProcessEnv, onText?: (text: string) => void }} [options]
 */
export function attempt(command, args, { limit = 3600, onText, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: top,
      env: process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let output = '';
    let isLate = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        onText?.(text);
      });
    }
    const forget = options.detached ? endWithUs(child.pid) : () => {};
    const timer = setTimeout(() => {
      isLate = true;
      end(child.pid, options.detached);
    }, limit * 1000);
    const finish = (result) => {
      clearTimeout(timer);
      forget();
      resolve(result);
    };
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      finish({ code: error.code, output: error.message }),
    );
    child.on('close', (code, signal) =>
      finish({ code: isLate ? 'timeout' : (code ?? signal), output }),
    );
    child.on('exit', () => setTimeout(closeStreams, patience, child).unref());
  });
}

// Milliseconds in which a program may tidy up after itself; then its streams are closed, in case something that
// it left behind keeps them open.
const patience = 5000;

/** Lets go of the output of a program that has ended: something that it started may still hold it. */
export function closeStreams({ stdout, stderr }) {
  stdout.destroy();
  stderr.destroy();
}

/** Ends a program, or with `isGroup` everything it started: asks it to, and kills what is still there then. */
export function end(pid, isGroup = false) {
  const send = (signal) => {
    try {
      process.kill(isGroup ? -pid : pid, signal);
    } catch {
      // it has ended
    }
  };
  send('SIGTERM');
  setTimeout(send, patience, 'SIGKILL').unref();
}

const groups = new Set();

// A group of its own does not hear of Ctrl+C. Returns a function that takes the group from the list again.
function endWithUs(pid) {
  if (groups.size === 0) for (const signal of signals) process.on(signal, endAll);
  groups.add(pid);
  return () => {
    groups.delete(pid);
    if (groups.size === 0) for (const signal of signals) process.off(signal, endAll);
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function endAll(signal) {
  for (const pid of groups) end(pid, true);
  console.error(`\nended by ${signal}`);
  process.exit(1);
}

/** What a program prints, trimmed, or null when it is not there or fails. */
export function ask(command, args, env = process.env) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: top, env });
  return status === 0 ? stdout.trim() : null;
}

export function isInstalled(command) {
  return ask('sh', ['-c', 'command -v "$0"', command]) !== null;
}
