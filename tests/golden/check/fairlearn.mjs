// fairlearn's MetricFrame and scalar functions.

const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

// fairlearn's golden files use short names for scikit-learn's metrics.
const longNames = {
  accuracy: 'accuracyScore',
  precision: 'precisionScore',
  recall: 'recallScore',
  f1: 'f1Score',
  r2: 'r2Score',
};

function getColumns(input) {
  return {
    label: input.y_true,
    prediction: input.y_pred,
    sensitiveFeatures: input.sensitive_features,
    controlFeatures: input.control_features ?? undefined,
    weight: input.sample_weight ?? undefined,
  };
}

const getKey = (categories) =>
  Object.entries(categories)
    .map(([name, category]) => `${name}=${category}`)
    .join();

function evaluateFrame(input, modules) {
  const metrics = Object.fromEntries(input.metrics.map((name) => [name, longNames[name] ?? camelCase(name)]));
  const frame = modules.fairlearn.metricFrame({ ...getColumns(input), metrics });
  const levels = (values) =>
    input.control_features
      ? Object.fromEntries(values.map((level) => [getKey(level.control), level.values]))
      : values[0].values;
  return {
    overall: levels(frame.overall),
    by_group: Object.fromEntries(
      frame.byGroup.map(({ control, sensitive, values }) => [getKey({ ...control, ...sensitive }), values]),
    ),
    group_min: levels(frame.groupMin()),
    group_max: levels(frame.groupMax()),
    'difference(between_groups)': levels(frame.difference({ method: 'betweenGroups' })),
    'difference(to_overall)': levels(frame.difference({ method: 'toOverall' })),
    'ratio(between_groups)': levels(frame.ratio({ method: 'betweenGroups' })),
    'ratio(to_overall)': levels(frame.ratio({ method: 'toOverall' })),
  };
}

/** Parses name(option=value, …) as { name, options } with camelCase options. */
function parseScalar(key) {
  const [, name, list = ''] = /^(\w+)(?:\((.*)\))?$/.exec(key) ?? [];
  const pairs = list
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('=').map(camelCase));
  return { name: name && camelCase(name), options: Object.fromEntries(pairs) };
}

function evaluateScalars(golden, modules) {
  const { controlFeatures, ...input } = getColumns(golden.input);
  const calls = Object.keys(golden.expected.scalars).map((key) => {
    const { name, options } = parseScalar(key);
    const { fairlearn } = modules;
    // Generated metrics are recorded without arguments, including weights.
    const generated = () => modules.fairlearn.generated[name]({ ...input, weight: undefined });
    return [key, key.includes('(') ? () => fairlearn[name](input, options) : generated];
  });
  return Object.fromEntries(calls);
}

export function canEvaluate(key, { peer }) {
  return peer.startsWith('fairlearn') && ['MetricFrame', 'scalars'].includes(key);
}

export function evaluate(key, golden, modules) {
  return key === 'MetricFrame' ? evaluateFrame(golden.input, modules) : evaluateScalars(golden, modules);
}

// ---- fairwasm's definitions where they differ from fairlearn's --------------------------------------

const spreadKeys = {
  'difference(between_groups)': (groups) => Math.max(...groups) - Math.min(...groups),
  'difference(to_overall)': (groups, overall) => Math.max(...groups.map((value) => Math.abs(value - overall))),
  'ratio(between_groups)': (groups) => Math.min(...groups) / Math.max(...groups),
  'ratio(to_overall)': (groups, overall) =>
    Math.min(...groups.map((value) => Math.min(value / overall, overall / value))),
  group_min: (groups) => Math.min(...groups),
  group_max: (groups) => Math.max(...groups),
};

/** Returns lists of row numbers by the categories of some columns. */
function rowsBy(rows, columns) {
  const groups = new Map();
  for (const row of rows) {
    const key = columns.map(([name, column]) => `${name}=${column[row]}`).join();
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return groups;
}

// Weighted means by group, including groups with one row.
function meanPredictionSpreads(input) {
  const mean = (rows) => {
    const sum = (value) => rows.reduce((total, row) => total + value(row), 0);
    return sum((row) => input.sample_weight[row] * input.y_pred[row]) / sum((row) => input.sample_weight[row]);
  };
  const all = input.y_pred.map((_, row) => row);
  const levels = rowsBy(all, Object.entries(input.control_features ?? {}));
  const sensitive = Object.entries(input.sensitive_features);
  const spreads = {};
  for (const [name, spread] of Object.entries(spreadKeys)) {
    const byLevel = [...levels].map(([level, rows]) => {
      const value = spread([...rowsBy(rows, sensitive).values()].map(mean), mean(rows));
      return [level, { selection_rate: value, mean_prediction: value }];
    });
    spreads[name] = input.control_features ? Object.fromEntries(byLevel) : byLevel[0][1];
  }
  return spreads;
}

function hasGroupOfOneRow({ sensitive_features, control_features, y_pred }) {
  const columns = Object.entries({ ...control_features, ...sensitive_features });
  const groups = rowsBy(
    y_pred.map((_, row) => row),
    columns,
  );
  return [...groups.values()].some((rows) => rows.length === 1);
}

export function deviation(key, golden) {
  if (!canEvaluate(key, golden) || !golden.input.sample_weight) return undefined;
  if (!hasGroupOfOneRow(golden.input)) return undefined;
  const rule = 'weighted groups of one row';
  const spreads = meanPredictionSpreads(golden.input);
  if (key === 'MetricFrame') return { rule, expected: spreads };
  const parity = ['difference', 'ratio'].flatMap((kind) =>
    ['between_groups', 'to_overall'].map((method) => [
      `demographic_parity_${kind}(method=${method})`,
      spreads[`${kind}(${method})`].selection_rate,
    ]),
  );
  return { rule, expected: Object.fromEntries(parity) };
}
