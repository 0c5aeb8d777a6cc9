// Mutation tests: puts one mutant at a time into a family and runs its tests until one fails. The tried mutants are
// sampled with a seed, so that changed tests are evaluated with the same mutants.
//
//   npm run mutate -- tally            60 mutants of that family of the core
//   npm run mutate -- group 200        the given number
//   npm run mutate -- tally 60 7       other mutants: sampled with seed 7
//   npm run mutate -- js/data          60 mutants of that folder of the package, with its tests
//   npm run mutate -- js/tally 60 7 tally core/life     also with other folders and files of tests/js
//
// Surviving mutants are printed with their location; write a test, or explain in docs/reliability.md why the mutant is
// equivalent.

import { availableParallelism } from 'node:os';
import { Failure } from './lib/run.mjs';
import { main, say } from './lib/step.mjs';
import * as core from './mutate/core.mjs';
import * as ofPackage from './mutate/package.mjs';
import { setup } from './setup.mjs';

// mulberry32 with Fisher and Yates's shuffle.
function shuffled(values, seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const all = [...values];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

// Wilson's interval of a proportion, in percent.
function interval(found, count) {
  const z = 1.959963984540054;
  const [share, rest] = [found / count, (z * z) / count];
  const middle = share + rest / 2;
  const reach = z * Math.sqrt((share * (1 - share)) / count + rest / (4 * count));
  return [middle - reach, middle + reach].map((end) => Math.round((100 * end) / (1 + rest)));
}

const shown = ({ file, line, from, to }) =>
  `${file}:${line}: ${from.trim().replace(/\s+/g, ' ')}  becomes  ${to.trim().replace(/\s+/g, ' ')}`;

// Returns the mutants of a family or folder, and the test benches that run in parallel.
async function getBenches(what, suites) {
  if (core.families.includes(what)) {
    return { all: await core.findFaults(what), benches: [await core.tester(await setup(), what)] };
  }
  const judging = suites.length > 0 ? suites : [what.slice(3)];
  const benches = await ofPackage.testers(await setup(), judging, availableParallelism());
  return { all: await ofPackage.findFaults(what), benches };
}

async function mutate(what, count = '60', seed = '1', ...suites) {
  const isKnown = core.families.includes(what) ? suites.length === 0 : ofPackage.folders.includes(what);
  if (!isKnown || !(Number(count) > 0) || !Number.isSafeInteger(Number(seed))) {
    throw new Failure(
      `Pass a family or a folder of the package, the number of mutants, a seed, and, for a folder, further test folders or files. ` +
        `Families: ${core.families.join(' ')}. Folders: ${ofPackage.folders.join(' ')}.`,
    );
  }
  const { all, benches } = await getBenches(what, suites);
  const counts = { found: 0, 'found by others': 0, survived: 0, same: 0, invalid: 0 };
  const tried = () => counts.found + counts['found by others'] + counts.survived;
  const faults = shuffled(all, Number(seed)).values();
  let begun = 0;
  const judge = async (bench) => {
    for (const fault of faults) {
      if (begun === Number(count)) return;
      begun++;
      const result = await bench.judge(fault);
      counts[result]++;
      if (result === 'same' || result === 'invalid') begun--;
      if (result !== 'found' && result !== 'invalid') say(`${result}: ${shown(fault)}`);
    }
  };
  await Promise.all(benches.map(judge));
  for (const bench of benches) await bench.remove();
  const found = tried() - counts.survived;
  const [low, high] = interval(found, tried());
  say(
    `${what}: ${found} of ${tried()} faults found, ${Math.round((100 * found) / tried())} % (${low} to ${high} % of all ${all.length}); ` +
      `${counts['found by others']} by tests of other families; ${counts.invalid} more did not compile, and ${counts.same} generate identical code`,
  );
}

main(() => mutate(...process.argv.slice(2)));
