// Runs one process at a time: two clones share the toolchain's folder, and two terminals share build/. flock(1) holds
// the lock and ends when this process ends for any reason, so a lock cannot outlive its owner. Without flock (macOS),
// nothing is locked.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInstalled } from './run.mjs';

export async function withLock(file, work) {
  if (!isInstalled('flock')) return work();
  const release = await lock(file);
  try {
    return await work();
  } finally {
    release();
  }
}

function lock(file) {
  mkdirSync(dirname(file), { recursive: true });
  // `cat` waits for the end of its input, which is at the latest the end of this process.
  const keeper = spawn('flock', [file, 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const notice = setTimeout(() => console.log(`waiting for another run (lock ${file})`), 1000);
  return new Promise((resolve, reject) => {
    keeper.on('error', reject);
    keeper.on('exit', (code) => reject(new Error(`flock ${file} exited with ${code}`)));
    keeper.stdout.once('data', () => {
      clearTimeout(notice);
      resolve(() => keeper.stdin.end());
    });
  });
}
