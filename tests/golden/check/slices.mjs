// The worst slices by SliceLine's score, found by brute force in exact fractions: order and ties, sizes and scores, and
// the number of slices. The key of a query is its index.

import { once } from './once.mjs';

export function canEvaluate(_key, { peer, input }) {
  return peer.includes('SliceLine') && 'queries' in input;
}

const getErrors = ({ errors }) => (errors.bits ? Array.from(errors.bits, Number) : errors);

/** Coded, so that values keep the order of the file. */
const getInput = (golden) =>
  once(golden, 'input', () => {
    const columns = golden.input.columns.map(({ name, values, codes }) => [
      name,
      { codes: Uint32Array.from(codes), categories: values },
    ]);
    return { columns: Object.fromEntries(columns), error: getErrors(golden.input) };
  });

const most = 1000; // maximum number of slices

export async function evaluate(key, golden, { slices }) {
  const { alpha, sigma, k, max_level } = golden.input.queries[key];
  const search = { alpha, minRows: sigma, maxConditions: max_level ?? Number.POSITIVE_INFINITY };
  const input = getInput(golden);
  const found = await slices.worstSlices(input, { ...search, top: k });
  const longer = await slices.worstSlices(input, { ...search, top: most });
  const count = await slices.countSlices(input, search);
  const last = found.slices.at(-1)?.score;
  return {
    average_error: found.averageError.value,
    admissible: count.slices,
    positive: count.positive,
    not_listed_with_the_same_score: longer.slices.filter(({ score }, place) => place >= k && score === last).length,
    slices: found.slices.map((slice) => recorded(slice, golden.input)),
  };
}

function recorded({ conditions, rows, averageError, score }, { columns }) {
  const predicates = Object.entries(conditions).map(([name, value]) => {
    const { values } = columns.find((column) => column.name === name);
    return [name, values.find((each) => String(each) === value)]; // numbers stay numbers
  });
  return {
    predicates: Object.fromEntries(predicates),
    level: predicates.length,
    size: rows,
    average_error: averageError.value,
    score,
  };
}
