// How the scripts talk: one line for each step, with the seconds it took; all of its output when it
// fails. `main` turns a failure into a message and an exit code.

import { Failure } from './run.mjs';

export async function step(title, work) {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  process.stdout.write(`${title} ... `);
  try {
    const result = await work();
    process.stdout.write(`${seconds()}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`failed after ${seconds()}\n`);
    throw error;
  }
}

export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Whether `url` (import.meta.url) is the script that was started, and not a module it imports. */
export function isStarted(url) {
  return process.argv[1] !== undefined && url === new URL(`file://${process.argv[1]}`).href;
}
