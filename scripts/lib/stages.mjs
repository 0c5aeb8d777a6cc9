// Repeats a build step only if a file that it reads has changed. The hashes of the files that each step read and wrote
// are kept in one file, so that switching branches back and forth rebuilds nothing.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';

const getHash = (text) => createHash('sha256').update(text).digest('base64');

export class Stages {
  #file;
  #state;
  #hashes = new Map();

  /** Keeps its state in `file`; the state is discarded after a script or a package version has changed. */
  constructor(file) {
    this.#file = file;
    const recipe = this.#hash([...listFiles(['scripts'], ['.mjs']), 'package-lock.json']);
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    this.#state = kept.recipe === recipe ? kept : { recipe, stages: {}, before: kept.stages };
  }

  // Hashes each file once, because a file that a step writes is not an input of an earlier step.
  #hash(files) {
    const hash = createHash('sha256');
    for (const file of files) {
      if (!this.#hashes.has(file)) {
        const path = join(top, file);
        this.#hashes.set(file, existsSync(path) ? getHash(readFileSync(path)) : 'none');
      }
      hash.update(`${file}\n${this.#hashes.get(file)}\n`);
    }
    return hash.digest('base64');
  }

  /**
   * Calls `work` unless `inputs`, and the files that it reported as read, are unchanged since its last success and its
   * outputs exist. `work` resolves with `{ outputs, read }`, lists of files relative to the top. Outputs that it no
   * longer writes are deleted.
   */
  async run(name, inputs, work) {
    const { stages, before } = this.#state;
    const last = stages[name];
    const isCurrent =
      last?.hash === this.#hash([...inputs, ...(last?.read ?? [])]) &&
      last.outputs.every((file) => existsSync(join(top, file)));
    if (isCurrent) return;
    const { outputs, read = [] } = await work();
    for (const file of outputs) this.#hashes.delete(file);
    const stale = (last ?? before?.[name])?.outputs ?? [];
    for (const file of stale) {
      if (!outputs.includes(file)) rmSync(join(top, file), { force: true });
    }
    stages[name] = { hash: this.#hash([...inputs, ...read]), read, outputs };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#state));
  }

  /** Deletes the outputs of steps for files that no longer exist. */
  prune() {
    const { stages } = this.#state;
    for (const [name, { outputs }] of Object.entries(stages)) {
      if (!name.includes('/') || existsSync(join(top, name))) continue;
      for (const file of outputs) rmSync(join(top, file), { force: true });
      delete stages[name];
    }
  }
}

/** Returns the files of the checkout that a bundler read, without those of npm packages. */
export function readBy(built) {
  const modules = [built]
    .flat()
    .flatMap(({ output }) => output)
    .flatMap(({ moduleIds = [] }) => moduleIds);
  return modules
    .map((id) => id.split('?')[0])
    .filter((id) => id.startsWith(`${top}/`) && !id.includes('/node_modules/'))
    .map((id) => id.slice(top.length + 1));
}
