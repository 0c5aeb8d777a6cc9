// Feeds the programs of tests/fuzz with bytes: those of their corpus, then others that reach further into the core and
// the package, until one breaks a promise or the time is over. The core is fed with AddressSanitizer and UBSan.
//
//   npm run fuzz                            every target, 10 seconds each
//   npm run fuzz -- text_reader 600         one target, ten minutes
//   npm run fuzz -- text_reader FILE        what one input does
//   npm run fuzz -- text_reader keep        makes of all that was found the smallest tests/fuzz/corpus

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './build.mjs';
import { canMerge, commandOf, partsOf, targets } from './fuzz/programs.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { isStarted, main, say, step } from './lib/step.mjs';
import { setup } from './setup.mjs';

const corpusOf = (target) => join(top, 'tests', 'fuzz', 'corpus', target);
const foundOf = (target) => join(buildFolder, 'fuzz', target);

/**
 * Runs a target with options of libFuzzer, from its corpus on; resolves with its exit code and what it printed. Inputs
 * that reach further, and those that break it, are put into build/fuzz.
 */
export async function fuzz(env, target, options, limit) {
  mkdirSync(corpusOf(target), { recursive: true });
  mkdirSync(foundOf(target), { recursive: true });
  const [command, args] = await commandOf(
    target,
    [
      ...['-timeout=10', '-rss_limit_mb=2048', '-max_len=4096', '-print_final_stats=1'],
      `-artifact_prefix=${foundOf(target)}/broken-`,
      ...options,
    ],
    [foundOf(target), corpusOf(target)],
  );
  return env.attempt(command, args, { limit, detached: true });
}

const inputsIn = (output) => Number(/number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0);

async function run(env, target, seconds) {
  const before = new Set(readdirSync(foundOf(target), { recursive: true }));
  const { code, output } = await step(`${target}, ${seconds} seconds`, () =>
    fuzz(env, target, [`-max_total_time=${seconds}`], seconds + 60),
  );
  if (code === 0) return say(`  ${inputsIn(output).toLocaleString('en')} inputs`);
  const broken = readdirSync(foundOf(target)).filter(
    (name) => name.startsWith('broken-') && !before.has(name),
  );
  const inputs = broken.map((name) => `npm run fuzz -- ${target} ${join(foundOf(target), name)}`);
  throw new Failure([output, ...inputs].join('\n'));
}

async function replay(env, target, file) {
  const { output } = await env.attempt(...(await commandOf(target, ['-runs=1'], [file])));
  say(output);
}

async function keep(env, target) {
  const [corpus, found] = [corpusOf(target), foundOf(target)];
  if (!canMerge(target)) return keepAll(corpus, found);
  const smallest = await mkdtemp(join(buildFolder, 'fuzz', 'smallest-'));
  const options = ['-set_cover_merge=1', '-max_len=4096'];
  await env.run(...(await commandOf(target, options, [smallest, corpus, found])));
  await rm(corpus, { recursive: true });
  await cp(smallest, corpus, { recursive: true });
  await rm(smallest, { recursive: true });
  say(`${target}: ${readdirSync(corpus).length} inputs`);
}

// Each of them reached further than those before it.
async function keepAll(corpus, found) {
  for (const name of readdirSync(found).filter((name) => !name.startsWith('broken-'))) {
    await cp(join(found, name), join(corpus, name));
  }
  say(`${readdirSync(corpus).length} inputs`);
}

async function all(args) {
  const [first, second] = args;
  const names = targets.includes(first) ? [first] : targets;
  const what = names.length === 1 ? second : first;
  const isWrong = args.length > 2 || (what && Number.isNaN(Number(what)) && names.length > 1);
  if (isWrong) throw new Failure(`Targets: ${targets.join(' ')}; then seconds, a file or keep.`);
  const env = await setup();
  await build(env, [...new Set(names.flatMap(partsOf))]);
  for (const target of names) {
    mkdirSync(foundOf(target), { recursive: true });
    mkdirSync(corpusOf(target), { recursive: true });
    if (what === 'keep') await keep(env, target);
    else if (what && existsSync(what)) await replay(env, target, what);
    else await run(env, target, Number(what ?? 10));
  }
}

if (isStarted(import.meta.url)) main(() => all(process.argv.slice(2)));
