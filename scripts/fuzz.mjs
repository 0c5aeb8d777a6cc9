// Runs the fuzz targets of tests/fuzz: first on their stored inputs (tests/fuzz/corpus), then on inputs that libFuzzer
// derives from them, until a target fails or the time is over. AddressSanitizer and UBSan check the targets of the core.
//
//   npm run fuzz                            every target, 10 seconds each
//   npm run fuzz -- text_reader 600         one target, ten minutes
//   npm run fuzz -- text_reader FILE        prints what the target does with one input
//   npm run fuzz -- text_reader keep        stores the smallest set of inputs that covers all that was found
//   npm run fuzz -- text_reader add FILE    stores one input

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { getFile, inputsIn, readCorpus, unpack, writeCorpus } from './fuzz/corpus.mjs';
import { canMerge, getCommand, getParts, targets } from './fuzz/programs.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { isStarted, main, say, step } from './lib/step.mjs';
import { setup } from './setup.mjs';

const getFoundFolder = (target) => join(buildFolder, 'fuzz', target);

/**
 * Runs a target with options of libFuzzer, starting from its stored inputs; resolves with its exit code and output.
 * libFuzzer writes inputs that reach new code, and inputs that fail, into build/fuzz/TARGET.
 */
export async function fuzz(env, target, options, silence) {
  mkdirSync(getFoundFolder(target), { recursive: true });
  const [command, args] = await getCommand(
    target,
    [
      ...['-timeout=10', '-rss_limit_mb=2048', '-max_len=4096', '-print_final_stats=1'],
      `-artifact_prefix=${getFoundFolder(target)}/broken-`,
      ...options,
    ],
    [getFoundFolder(target), unpack(target)],
  );
  return env.attempt(command, args, { silence, detached: true });
}

const executedIn = (output) => Number(/number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0);

async function run(env, target, seconds) {
  const before = new Set(readdirSync(getFoundFolder(target), { recursive: true }));
  const { code, output } = await step(`${target}, ${seconds} seconds`, () =>
    fuzz(env, target, [`-max_total_time=${seconds}`], seconds + 60),
  );
  if (code === 0) return say(`  ${executedIn(output).toLocaleString('en')} inputs`);
  const broken = readdirSync(getFoundFolder(target)).filter((name) => name.startsWith('broken-') && !before.has(name));
  const inputs = broken.map((name) => `npm run fuzz -- ${target} ${join(getFoundFolder(target), name)}`);
  throw new Failure([output, ...inputs].join('\n'));
}

async function replay(env, target, file) {
  const { output } = await env.attempt(...(await getCommand(target, ['-runs=1'], [file])));
  say(output);
}

async function keep(env, target) {
  const found = getFoundFolder(target);
  const inputs = canMerge(target)
    ? await findSmallest(env, target, [unpack(target), found])
    : [...readCorpus(target), ...inputsIn(found, isInput)];
  store(target, inputs);
}

const isInput = (name) => !name.startsWith('broken-');

async function findSmallest(env, target, folders) {
  const smallest = mkdtempSync(join(buildFolder, 'fuzz', 'smallest-'));
  try {
    const options = ['-set_cover_merge=1', '-max_len=4096'];
    await env.run(...(await getCommand(target, options, [smallest, ...folders])));
    return inputsIn(smallest);
  } finally {
    rmSync(smallest, { recursive: true });
  }
}

function store(target, inputs) {
  say(`${relative(top, getFile(target))}: ${writeCorpus(target, inputs)} inputs`);
}

async function all([first, ...rest]) {
  const isTarget = targets.includes(first);
  const names = isTarget ? [first] : targets;
  const [what = '10', file] = isTarget ? rest : [first, ...rest];
  if (isTarget && what === 'add' && existsSync(file ?? '')) {
    return store(first, [...readCorpus(first), readFileSync(file)]);
  }
  const isFile = isTarget && existsSync(what);
  if (file || !(isFile || what === 'keep' || Number(what) > 0)) {
    throw new Failure(`Targets: ${targets.join(' ')}; then seconds, FILE, keep, or add FILE.`);
  }
  const env = await setup();
  await build(env, [...new Set(names.flatMap(getParts))]);
  for (const target of names) {
    mkdirSync(getFoundFolder(target), { recursive: true });
    if (what === 'keep') await keep(env, target);
    else if (isFile) await replay(env, target, what);
    else await run(env, target, Number(what));
  }
}

if (isStarted(import.meta.url)) main(() => all(process.argv.slice(2)));
