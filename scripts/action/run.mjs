// The script of action.yml: runs fairwasm with --format github and passes on its exit code. Inputs are environment
// variables that become arguments, one per line; no shell interprets them. For tests, FAIRWASM_CLI names an existing
// command line.

import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const limitCrossed = 3;
const commands = ['audit', 'compare'];

/** Returns the arguments of the command line. Throws an Error for invalid inputs. */
export function parseArguments({
  FAIRWASM_COMMAND: command = 'audit',
  FAIRWASM_FILE: file = '',
  FAIRWASM_OPTIONS: options = '',
}) {
  if (!commands.includes(command)) {
    throw new Error(`command is one of ${commands.join(', ')}, not '${command}'`);
  }
  const lines = options.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const stray = given.find((line) => !line.startsWith('--') || line === '--');
  if (stray !== undefined) {
    throw new Error(`expected one option per line, such as --name=value, got '${stray}'`);
  }
  // A file name may begin with a dash.
  return [command, ...given, '--format=github', ...(file === '' ? [] : ['--', file])];
}

/**
 * Returns the program and its first arguments: the command line of the requested version of the package, or `built`,
 * the command line that was built in this checkout, if no version is requested.
 */
export function getProgram(env, ownVersion, built = '') {
  const { FAIRWASM_CLI: cli = '', FAIRWASM_VERSION: asked = '' } = env;
  if (cli !== '') return [process.execPath, cli];
  if (asked === '' && existsSync(built)) return [process.execPath, built];
  const version = asked === '' ? ownVersion : asked;
  if (!/^[\w.-]+$/.test(version)) throw new Error(`'${version}' is not a version`);
  return ['npx', '--yes', `fairwasm@${version}`];
}

function main(env) {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const built = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const [program, ...first] = getProgram(env, JSON.parse(manifest).version, built);
  const { status, error } = spawnSync(program, [...first, ...parseArguments(env)], { stdio: 'inherit' });
  if (error) throw error;
  if (env.GITHUB_OUTPUT && (status === 0 || status === limitCrossed)) {
    appendFileSync(env.GITHUB_OUTPUT, `crossed=${status === limitCrossed}\n`);
  }
  return status ?? 1;
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = main(process.env);
  } catch (error) {
    const text = error.message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    process.stdout.write(`::error title=fairwasm::${text}\n`);
    process.exitCode = 2;
  }
}
