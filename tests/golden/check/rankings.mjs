// Shares compared with a reference, and groups in one ranked list.

const kinds = ['shares', 'ranking'];

export const canEvaluate = (_key, { kind }) => kinds.includes(kind);

export const tolerance = () => ({ absolute: 1e-14, relative: 1e-9 });

export const evaluate = (key, { kind, input }, { rankings }) =>
  kind === 'shares' ? ofShares(key, input, rankings) : ofRanking(key, input, rankings);

function ofShares(key, { counts, reference }, rankings) {
  const named = (values) => Object.fromEntries(values.map((value, i) => [`group ${i}`, value]));
  const { groups, totalVariation, pearson } = rankings.shares({ counts: named(counts), reference: named(reference) });
  const results = {
    ratio: () => groups.map(({ ratio }) => ratio.value),
    goodman: () => groups.map(({ share }) => share.ci),
    missing: () => groups.map(({ missing }) => missing),
    total_variation: () => totalVariation.value,
    pearson_p: () => pearson?.pValue,
  };
  return results[key]();
}

function ofRanking(key, { groups_in_order: group, reference }, rankings) {
  const measure = (groups, options) =>
    rankings.rankings({ group: groups, position: groups.map((_, i) => i + 1), ...options });
  const byGroup = (found, getValue) => Object.fromEntries(found.groups.map((each) => [each.name, getValue(each)]));
  const [, one, other] = /^pairwise_(.+)_above_(.+)$/.exec(key) ?? [];
  if (one !== undefined) {
    const found = measure(group.filter((name) => name === one || name === other));
    return byGroup(found, ({ favored }) => favored.value)[one];
  }
  const [, top] = /^skew_at_(\d+)$/.exec(key) ?? [];
  if (top !== undefined) {
    const found = measure(group, { reference, top: Number(top) });
    return byGroup(found, ({ skew }) => skew.value);
  }
  const found = measure(group, { reference });
  const results = {
    exposure: () => byGroup(found, ({ exposure }) => exposure.logarithmic.sum),
    exposure_mean: () => byGroup(found, ({ exposure }) => exposure.logarithmic.perRow.value),
    ndkl: () => found.ndkl.value,
    infeasible: () => byGroup(found, ({ infeasible }) => infeasible.prefixes),
  };
  return results[key]();
}
