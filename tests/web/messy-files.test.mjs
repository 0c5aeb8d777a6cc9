// Files as in practice: read, guessed, and audited without user input, and nothing is matched silently.

import { messyFiles, truth } from './messy-files.mjs';
import { choices, getReport, guess, takeIn } from './page-audit.mjs';
import { importSources } from './source.mjs';

const [{ getMergeNotes }] = await importSources(['features/intake/notes']);

/** From the file to its results, as on the page without changes by the user. */
async function audited({ bytes }) {
  const { file, fileNotes, profile } = await takeIn(new Blob([bytes]));
  const choice = guess(profile);
  const problems = choices.getProblems(profile, choice);
  const notes = getMergeNotes(profile, choice);
  if (Object.keys(problems).length > 0) return { fileNotes, notes, choice, problems };
  return { fileNotes, notes, choice, problems, report: await getReport(file, profile, choice) };
}

const results = new Map();
beforeAll(async () => {
  for (const file of messyFiles) {
    const result = await audited(file).catch((error) => ({ error, fileNotes: [], notes: [] }));
    results.set(file.name, result);
  }
});

test('includes at least thirty files', () => {
  expect(new Set(messyFiles.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30);
});

describe.each(messyFiles)('$name', ({ name, found, fileNotes, notes, adds = {}, asks, isAnyPositive, isPlain }) => {
  test('guesses the right roles, and runs the audit or asks', () => {
    const { choice, problems, error } = results.get(name);
    expect(error).toBeUndefined();
    expect(Object.keys(problems)).toEqual([asks ?? []].flat());
    const { favorable, ...roles } = found;
    expect(choice).toMatchObject(roles);
    if (favorable !== undefined) expect([favorable].flat()).toContain(choice.favorable);
  });

  test('reports the changes to the file', () => {
    const result = results.get(name);
    if (fileNotes) expect(result.fileNotes.join(' ')).toMatch(fileNotes);
    if (notes) expect(result.notes.join(' ')).toMatch(notes);
    if (isPlain) expect([...result.fileNotes, ...result.notes]).toEqual([]);
  });

  if (asks) return;

  test('counts every value correctly', () => {
    const { report, choice } = results.get(name);
    const { counts } = report.overall;
    const expected = (key) => truth[key] + (adds[key] ?? 0);
    expect(report.rows).toBe(expected('rows'));
    if (isAnyPositive) return;
    const { truePositives, falseNegatives, falsePositives } = counts;
    if (choice.label === undefined) {
      expect(report.overall.rates.selectionRate.value * report.rows).toBeCloseTo(expected('positives'), 9);
      return;
    }
    expect(truePositives + falseNegatives).toBe(expected('positives'));
    expect(truePositives).toBe(expected('truePositives'));
    expect(falsePositives).toBe(expected('falsePositives'));
  });
});
