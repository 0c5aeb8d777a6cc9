// SPDX-License-Identifier: Apache-2.0
//
// Invented tables, so that users can try each computation without a file. The page states that the numbers are invented.

import type { Command } from './protocol.js';

// Numbers in [0, 1) that look random and are equal on every device.
const noise = (i: number) => Math.abs(Math.sin(12.9898 * (i + 1)) * 43_758.5453) % 1;

const prompts = ['nurse', 'pilot', 'clerk', 'cook', 'guard', 'tutor', 'coder', 'driver'];
const names = ['Emily', 'Lakisha'];

// The name changes decisions about single jobs in both directions, so that the average gap is small.
const answers = () =>
  prompts.flatMap((prompt, p) =>
    names.flatMap((name, v) =>
      [1, 2, 3, 4].map((run) => {
        const effect = v === 0 ? 0 : p % 2 === 0 ? 0.6 : -0.6;
        const probability = (p % 2 === 0 ? 0.2 : 0.8) + effect;
        const isHired = noise(p * 31 + v * 7 + run * 13) < probability;
        return { prompt, name, run, hired: isHired ? 'yes' : 'no' };
      }),
    ),
  );

const recordings = () =>
  Array.from({ length: 36 }, (_, i) => {
    const accent = ['British', 'Indian', 'Nigerian'][i % 3] as string;
    const words = 180 + Math.round(240 * noise(i));
    const rate = [0.06, 0.09, 0.13][i % 3] as number;
    const errors = Math.round(words * rate * (0.5 + noise(i + 500)));
    return { recording: `r${i + 1}`, accent, words, errors };
  });

const applicants = () => [
  { region: 'north', count: 412 },
  { region: 'south', count: 275 },
  { region: 'east', count: 168 },
  { region: 'west', count: 145 },
];

const results = () =>
  Array.from({ length: 12 }, (_, search) =>
    Array.from({ length: 15 }, (_, place) => {
      const isWoman = noise(search * 101 + place) < (place < 5 ? 0.3 : 0.55);
      const isRelevant = noise(search * 53 + place + 900) < 0.75 - place * 0.03;
      return { search: `s${search + 1}`, rank: place + 1, sex: isWoman ? 'f' : 'm', relevant: Number(isRelevant) };
    }),
  ).flat();

const weeks = () =>
  Array.from({ length: 960 }, (_, i) => {
    const week = 1 + Math.floor(i / 80);
    const sex = i % 2 === 0 ? 'f' : 'm';
    const probability = sex === 'm' ? 0.5 : week < 5 ? 0.48 : 0.3;
    return { week, sex, approved: noise(i + 2000) < probability ? 'yes' : 'no' };
  });

const rows: Record<Command, () => Readonly<Record<string, string | number>>[]> = {
  repeated: answers,
  exposure: recordings,
  shares: applicants,
  rankings: results,
  monitoring: weeks,
};

/** Returns the example of a command as CSV. */
export function exampleFile(command: Command): File {
  const table = rows[command]();
  const lines = [Object.keys(table[0] ?? {}), ...table.map((row) => Object.values(row))];
  const text = lines.map((line) => line.join(',')).join('\n');
  return new File([text], `${command} (invented).csv`);
}
