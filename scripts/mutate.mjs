// How many small faults the tests would find: one at a time is put into a family, and its tests run until one fails.
// Which of all the faults that fit are tried is drawn with a seed, so that a change of tests is judged by the same.
//
//   npm run mutate -- tally            60 faults of that family of the core
//   npm run mutate -- group 200        as many as asked for
//   npm run mutate -- tally 60 7       others: drawn with the seed 7
//   npm run mutate -- js/data          every fault of that folder of the package, with the tests of its name
//   npm run mutate -- js/tally tally audit     with those of two names
//
// What no test found is printed with its place: it becomes a test, or is no fault and docs/reliability.md says why.

import { Failure } from './lib/run.mjs';
import { main, say } from './lib/step.mjs';
import { families, faultsOf, tester } from './mutate/core.mjs';
import { folders, mutatePackage } from './mutate/package.mjs';
import { setup } from './setup.mjs';

// mulberry32, and Fisher and Yates.
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

// Wilson's interval of a share, in per cent.
function interval(found, count) {
  const z = 1.959963984540054;
  const [share, rest] = [found / count, (z * z) / count];
  const middle = share + rest / 2;
  const reach = z * Math.sqrt((share * (1 - share)) / count + rest / (4 * count));
  return [middle - reach, middle + reach].map((end) => Math.round((100 * end) / (1 + rest)));
}

const shown = ({ file, line, from, to }) =>
  `${file}:${line}: ${from.trim().replace(/\s+/g, ' ')}  becomes  ${to.trim().replace(/\s+/g, ' ')}`;

async function mutateCore(family, count = '60', seed = '1', ...more) {
  const isWrong = more.length > 0 || !(Number(count) > 0) || !Number.isSafeInteger(Number(seed));
  if (isWrong || !families.includes(family)) {
    throw new Failure(
      `A family, how many faults and a seed, or a folder of the package and folders of tests. ` +
        `Families: ${families.join(' ')}. Folders: ${folders.join(' ')}.`,
    );
  }
  const test = await tester(await setup(), family);
  const all = await faultsOf(family);
  const counts = { found: 0, 'found by others': 0, survived: 0, same: 0, invalid: 0 };
  for (const fault of shuffled(all, Number(seed))) {
    const result = await test(fault);
    counts[result]++;
    if (result !== 'found' && result !== 'invalid') say(`${result}: ${shown(fault)}`);
    if (counts.found + counts['found by others'] + counts.survived === Number(count)) break;
  }
  const found = counts.found + counts['found by others'];
  const tried = found + counts.survived;
  const [low, high] = interval(found, tried);
  say(
    `${family}: ${found} of ${tried} faults found, ${Math.round((100 * found) / tried)} % (${low} to ${high} % of all ${all.length}); ` +
      `${counts['found by others']} by tests of other families; besides, ${counts.invalid} did not compile and ${counts.same} make no other code`,
  );
}

main(async () => {
  const [what, ...more] = process.argv.slice(2);
  if (!folders.includes(what)) return mutateCore(what, ...more);
  const own = what.slice('js/'.length);
  say(await mutatePackage(what, more.length > 0 ? more : [own]));
});
