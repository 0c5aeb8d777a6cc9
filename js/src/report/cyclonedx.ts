// SPDX-License-Identifier: Apache-2.0
//
// The report as a model card of CycloneDX, the format of software bills of materials: every rate of every group and every
// disparity with its confidence interval, and an assessment of each group with a gap.

import type { Breakdown } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { requireReport } from './check-report.js';
import { type Finding, getFindings } from './findings.js';
import { essentialDisparities, knownMetrics, type RankedValue } from './ranking.js';
import type { Report } from './report.js';
import { describeGap } from './summary.js';

/** A metric of a model card; CycloneDX has text for numbers. */
interface PerformanceMetric {
  type: string;
  value: string;
  slice?: string;
  confidenceInterval?: { lowerBound: string; upperBound: string };
}

/**
 * Returns a bill of materials with one component, the model: all rates for all rows and for each group, and the
 * disparities of the summary, as `performanceMetrics` under fairwasm's names, and a `fairnessAssessment` for each
 * finding whose confidence interval excludes 0. Undefined values are omitted. `benefits` and `mitigationStrategy` are
 * left to the author.
 *
 * Source: https://cyclonedx.org/docs/1.6/json/#components_items_modelCard
 *
 * @param model Name of the model. Default: the source of the report.
 */
export function reportCycloneDx(report: Report, model?: string): string {
  requireReport(report);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [
      {
        type: 'machine-learning-model',
        'bom-ref': 'model',
        name: model ?? report.source ?? 'audit',
        modelCard: {
          quantitativeAnalysis: { performanceMetrics: getPerformance(report) },
          considerations: { fairnessAssessments: getAssessments(report) },
        },
      },
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function getPerformance(report: Report): PerformanceMetric[] {
  const rates = knownMetrics(report.rates);
  const disparities = essentialDisparities(report.disparities, report.outcome);
  return [
    ...rates.flatMap(({ name }) => toMetric(name, report.overall.rates[name])),
    ...report.breakdowns.flatMap((breakdown) => [
      ...breakdown.groups.flatMap((group) =>
        rates.flatMap(({ name }) => toMetric(name, group.rates[name], slice(breakdown, group.name))),
      ),
      ...breakdown.comparisons.flatMap(({ group, disparities: values }) =>
        disparities.flatMap(({ name }) =>
          toMetric(name, values[name], `${slice(breakdown, group)}, reference ${breakdown.reference}`),
        ),
      ),
    ]),
  ];
}

const slice = ({ by }: Breakdown, group: string) => `${by.join(', ')} = ${group}`;

function toMetric(type: string, estimate: Estimate | undefined, slice?: string) {
  if (!estimate || !Number.isFinite(estimate.value)) return [];
  const { value, ci } = estimate;
  const metric: PerformanceMetric = { type, value: String(value), ...(slice && { slice }) };
  if (ci) metric.confidenceInterval = { lowerBound: String(ci[0]), upperBound: String(ci[1]) };
  return [metric];
}

const getAssessments = (report: Report) =>
  getFindings(report)
    .filter(({ verdict }) => verdict === 'gap')
    .map((finding) => ({
      groupAtRisk: slice(finding.breakdown, getGroupAtRisk(finding)),
      harms: describeGap(report, finding).replaceAll('\u00a0', ' '),
    }));

/** Returns the group at a disadvantage, or the compared group if neither is known to be. */
function getGroupAtRisk({ breakdown, gap, gaps: [first] }: Finding): string {
  const { group, estimate } = first as RankedValue;
  const isReferenceAtRisk =
    (gap.adverse === 'below' && estimate.value > 0) || (gap.adverse === 'above' && estimate.value < 0);
  return isReferenceAtRisk ? breakdown.reference : group;
}
