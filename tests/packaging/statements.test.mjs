// The registry of uncertainty: statements in API reports, and detected mistakes.

import { findMistakes, statementsIn, uncalibratedIn } from '../../scripts/lib/statements.mjs';

const report = `# API: example

\`\`\`ts
interface Widening extends Estimate {
    readonly yatesPValue?: number;
    rates: Readonly<Record<string, Estimate>>;
    rows: number;
}

class Frame {
    max(metric: RateName): Estimate;
    group(by: string): Group;
}
\`\`\`
`;

test('finds intervals, p-values, and estimates in an API report', () => {
  expect(statementsIn(report)).toEqual(['Widening', 'Widening.yatesPValue', 'Widening.rates', 'Frame.max']);
});

test('names statements in nested objects by their path', () => {
  const nested = `# API: example

\`\`\`ts
interface Widening {
    groups: readonly (NamedGroup & { gap: Estimate; test: { pValue: number } })[];
    rows: number;
}

class Frame {
    max(options?: { confidence?: number }): Estimate;
    all(by: string): { rows: number; value: Estimate }[];
}
\`\`\`
`;
  expect(statementsIn(nested)).toEqual([
    'Widening.groups.gap',
    'Widening.groups.test.pValue',
    'Frame.max',
    'Frame.all.value',
  ]);
});

test('reports a statement without a table', () => {
  expect(findMistakes(['A.ci', 'B.ci'], { 'A.ci': 'frames' }, ['frames'], [])).toEqual([
    'B.ci has no table in scripts/coverage/registry.mjs',
  ]);
});

test('reports an entry without a statement or a table', () => {
  expect(findMistakes(['A.ci'], { 'A.ci': 'frames power', 'B.ci': 'frames' }, ['frames'], [])).toEqual([
    'B.ci is not in the API',
    'A.ci: docs/uncertainty.md has no table power',
  ]);
});

test('accepts a statement without a table only if it has no interval', () => {
  const marked = { 'A.ci': 'has no interval', 'B.pValue': 'not calibrated' };
  expect(uncalibratedIn(marked)).toEqual(['B.pValue needs a table, or no interval: "not calibrated" is not a reason']);
});
