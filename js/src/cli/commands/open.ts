// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm open`: the page in the browser of this machine, with a file already in it.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneLine } from '../../document/format.js';
import { type Command, exitCodes, InputError, parseTexts } from '../command.js';
import { flag, type Manual } from '../options/options.js';
import { UsageError } from '../options/usage.js';
import { packageVersion } from '../version.js';
import { servePage } from './serve-page.js';

const options = { 'no-browser': flag('print the address without opening a browser') } as const;

const manual: Manual = {
  name: 'open',
  usage: ['[FILE]'],
  about:
    'Opens the page in a browser and loads FILE. The page is served only to this machine, at an address that ' +
    'changes each time, until you press Ctrl+C. Nothing leaves this machine. Without a display, open the printed address yourself.',
  sections: [['Options', options]],
  examples: ['decisions.csv'],
};

export const open: Command = {
  name: 'open',
  manual,
  options,
  async run(argv) {
    const { values, positionals } = parseTexts(argv, options);
    if (positionals.length > 1) throw new UsageError('pass one file to open');
    const [file] = positionals;
    if (file !== undefined) requireFile(file);
    let removeRedirect = () => {};
    const server = await servePage(await findPage(), file, () => removeRedirect());
    const isHeadless = values['no-browser'] === true || !hasDisplay();
    process.stdout.write(`${server.url}\n`);
    process.stderr.write(
      `fairwasm: ${isHeadless ? 'open this address in a browser' : 'opening the page in a browser'}; press Ctrl+C to stop\n`,
    );
    if (!isHeadless) removeRedirect = openBrowser(server.url);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    removeRedirect();
    await server.close();
    return exitCodes.ok;
  },
};

function requireFile(path: string): void {
  const result = statSync(path, { throwIfNoEntry: false });
  if (!result?.isFile()) throw new InputError(oneLine(`${path}: ${result ? 'this is not a file' : 'file not found'}`));
}

const hasDisplay = (): boolean =>
  process.platform === 'win32' ||
  process.platform === 'darwin' ||
  [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some((name) => name !== undefined && name !== '');

/**
 * Opens an address in the browser. The browser gets the name of a file that leads to the address, because other users
 * of this machine can read the arguments of processes, but not this file.
 *
 * @returns A function that removes the file. If no browser can be started, the printed address is enough.
 */
function openBrowser(url: string): () => void {
  // On Linux, browsers in a sandbox see no folder for temporary files, and no hidden files.
  const folder = process.platform === 'linux' ? homedir() : tmpdir();
  const file = join(folder, `fairwasm-open-${randomBytes(8).toString('hex')}.html`);
  const remove = () => {
    try {
      rmSync(file, { force: true });
    } catch {
      // The address in the file is useless once the server has stopped.
    }
  };
  try {
    const page = `<!doctype html><meta charset="utf-8"><title>fairwasm</title><meta http-equiv="refresh" content="0;url=${url}">`;
    writeFileSync(file, page, { flag: 'wx', mode: 0o600 });
    const [program, ...args] =
      process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', file]
        : [process.platform === 'darwin' ? 'open' : 'xdg-open', file];
    spawn(program as string, args, { detached: true, stdio: 'ignore' })
      .once('error', remove)
      .unref();
  } catch {
    remove();
  }
  return remove;
}

const name = 'fairwasm-page';

/** Returns the path of the page. Throws `InputError` if its package is not installed, or has another version. */
async function findPage(): Promise<string> {
  const built = fileURLToPath(new URL('../../fairwasm.html', import.meta.url));
  if (existsSync(built)) return built;
  const version = await packageVersion();
  const advice = `run npm install ${name}@${version} where you installed fairwasm`;
  const manifest = findManifest();
  if (manifest === undefined)
    throw new InputError(`open: the page is in the package ${name}, which is not installed; ${advice}`);
  const { version: installed } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  if (installed === version) return join(dirname(manifest), 'fairwasm.html');
  throw new InputError(`open: the version of ${name} is ${installed}, and that of fairwasm is ${version}; ${advice}`);
}

function findManifest(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
