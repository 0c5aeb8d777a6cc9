// Runs other programs. Their output is shown only if they fail.

import { spawn, spawnSync } from 'node:child_process';
import { top } from './paths.mjs';

/** An error that the user can fix; only its message is shown, without a stack. */
export class Failure extends Error {}

/**
 * Runs a program to its end; resolves with its output, or throws a `Failure` with all of it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof attempt>[2]} [options]
 */
export async function run(command, args, options) {
  return getOutput(await attempt(command, args, options), [command, ...args].join(' '));
}

/** Returns a program's output, or throws a `Failure` if it failed; `shown` is its command as the user would type it. */
export function getOutput({ code, output }, shown) {
  if (code === 0) return output;
  throw new Failure(`${shown}\n${output}\nexited with ${code}`);
}

/**
 * Like `run`, for programs whose failure is a result: resolves with the exit code or signal, or with the code `timeout`
 * if the program was killed because it wrote nothing for `silence` seconds. With `detached`, everything that the program
 * started is killed with it, and the program is killed with this process. `onText` is called with each piece of its
 * output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ silence?: number, detached?: boolean, cwd?: string, env?: NodeJS.ProcessEnv, onText?: (text: string) => void }} [options]
 */
export function attempt(command, args, { silence = 3600, onText, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: top, env: process.env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    let isLate = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        onText?.(text);
        wait();
      });
    }
    const forget = options.detached ? endWithUs(child.pid) : () => {};
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        end(child.pid, options.detached);
      }, silence * 1000);
    };
    wait();
    const finish = (result) => {
      clearTimeout(timer);
      forget();
      resolve(result);
    };
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      finish({ code: error.code, output: error.message }),
    );
    child.on('close', (code, signal) => finish({ code: isLate ? 'timeout' : (code ?? signal), output }));
    child.on('exit', () => setTimeout(closeStreams, patience, child).unref());
  });
}

// Milliseconds for a program to clean up; then its streams are closed, because a child process may keep them open.
const patience = 5000;

/** Closes the output of a program that has ended, because a child process may still hold it. */
export function closeStreams({ stdout, stderr }) {
  stdout.destroy();
  stderr.destroy();
}

/** Ends a program, or with `isGroup` everything it started: first politely, then by killing it. */
export function end(pid, isGroup = false) {
  const send = (signal) => {
    try {
      process.kill(isGroup ? -pid : pid, signal);
    } catch {
      // it has already ended
    }
  };
  send('SIGTERM');
  setTimeout(send, patience, 'SIGKILL').unref();
}

const groups = new Set();

// A separate process group does not receive Ctrl+C. Returns a function that removes the group from the list.
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

/** Returns a program's trimmed output, or null if it is missing or fails. */
export function ask(command, args, env = process.env) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: top, env });
  return status === 0 ? stdout.trim() : null;
}

export function isInstalled(command) {
  return ask('sh', ['-c', 'command -v "$0"', command]) !== null;
}
