// SPDX-License-Identifier: Apache-2.0
//
// Typical use of AIF360: a ClassificationMetric for a million rows with two attributes, and 22 of its metrics. The
// core's part is the tally; tally.mjs has its native figure.

import { load } from 'fairwasm/aif360';
import { medianNanoseconds, report } from './support.mjs';

const aif360 = await load();
const rows = 1e6;
const numbers = (categories) => Float64Array.from({ length: rows }, () => Math.floor(Math.random() * categories));
const coded = (categories) => ({
  codes: Uint8Array.from({ length: rows }, () => Math.random() * categories),
  categories: Array.from({ length: categories }, (_, code) => String(code)),
});
const compared = { unprivileged: [{ sex: 0 }], privileged: [{ sex: 1 }], favorable: 1 };
const columns = (column) => ({
  label: column(2),
  prediction: column(2),
  groups: { sex: column(2), race: column(6) },
  weight: Float64Array.from({ length: rows }, () => 0.5 + Math.random()),
  ...compared,
});

function measure(input) {
  const metric = aif360.classificationMetric(input);
  const rates = [true, false].flatMap((privileged) => [
    metric.numInstances({ privileged }),
    metric.truePositiveRate({ privileged }),
    metric.falsePositiveRate({ privileged }),
    metric.selectionRate({ privileged }),
    metric.accuracy({ privileged }),
    metric.precision({ privileged }),
    metric.falseOmissionRate({ privileged }),
  ]);
  return [
    ...rates,
    metric.disparateImpact(),
    metric.statisticalParityDifference(),
    metric.equalOpportunityDifference(),
    metric.averageOddsDifference(),
    metric.averageAbsOddsDifference(),
    metric.equalizedOddsDifference(),
    metric.errorRateRatio(),
    metric.theilIndex(),
  ];
}

const inputs = { 'numbers (Float64Array)': columns(numbers), 'codes (Uint8Array)': columns(coded) };
const tasks = Object.entries(inputs).map(([name, input]) => [name, () => measure(input)]);
const results = await medianNanoseconds(Object.fromEntries(tasks), { time: 2000 });
report(
  '22 classification metrics of 1e6 weighted rows, including construction',
  Object.entries(results).map(([work, wasm]) => ({ work, wasm, competitor: ['AIF360 (recorded)', 7.8e9] })),
);
