// SPDX-License-Identifier: Apache-2.0
//
// Writes any result in any format, from its description.

import type { CaptionBiasAmplification } from '../amplification/caption-bias.js';
import { type AmplificationResult, describeAmplification, describeCaptions } from '../amplification/describe.js';
import type { ComparisonReport } from '../audit/comparison/comparison.js';
import { describeClasses } from '../classes/describe.js';
import type { ClassReport, LabelReport } from '../classes/report.js';
import { invalid } from '../core/error.js';
import { requireOneOf, requireOptions, requireTexts, shown } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { documentCsv } from '../document/csv.js';
import { documentHtml } from '../document/html.js';
import { documentMarkdown } from '../document/markdown.js';
import type { Document } from '../document/model.js';
import { documentText } from '../document/text.js';
import { describeExposure } from '../exposure/describe.js';
import type { ExposureReport } from '../exposure/rates.js';
import { impactCsv } from '../impact/csv.js';
import { describeImpact, describeProbableImpact, describeScoreImpact, type ScoreImpact } from '../impact/describe.js';
import { describeConditionalDisparity, type StoredConditionalDisparities } from '../impact/describe-conditional.js';
import type { ProbableImpact } from '../impact/proxy.js';
import type { ImpactReport } from '../impact/tables.js';
import type { Direction } from '../metrics/amplification.js';
import { describeMonitoring } from '../monitoring/describe.js';
import type { MonitorReport } from '../monitoring/monitor.js';
import type { Dbac } from '../predictability/dbac.js';
import {
  describeDbac,
  describeDpa,
  describeLeakage,
  describeLic,
  type StoredLeakage,
} from '../predictability/describe.js';
import type { LicResult } from '../predictability/lic.js';
import { describeRankings, describeShares } from '../rankings/describe.js';
import type { RankingReport } from '../rankings/ranking.js';
import type { ShareReport } from '../rankings/shares.js';
import type { BenchmarkReport } from '../repeated/benchmarks.js';
import { describeRepeated } from '../repeated/describe.js';
import { describeBenchmark } from '../repeated/describe-benchmarks.js';
import type { RepeatedReport } from '../repeated/variants.js';
import type { ReportedNetwork } from '../robustness/certify-csv.js';
import { describeNetwork, describeRobustness, type StoredRobustness } from '../robustness/describe.js';
import { describeErrors } from '../scores/describe.js';
import { describeCoverage } from '../scores/describe-coverage.js';
import type { ErrorReport } from '../scores/error-report-shape.js';
import type { PredictionCoverage } from '../scores/prediction-coverage.js';
import { describeSlices, type StoredSlices } from '../slices/describe.js';
import { describeProxies } from '../slices/describe-proxies.js';
import { describeRecourse } from '../slices/describe-recourse.js';
import type { Proxies } from '../slices/proxies.js';
import type { Recourse } from '../slices/recourse.js';
import { describeThresholds, type ThresholdReport } from '../thresholds/describe.js';
import { comparisonCsv } from './comparison-csv.js';
import { reportCsv } from './csv.js';
import { describeComparison } from './describe-comparison.js';
import { describeReport } from './describe-report.js';
import { embeddedDocument } from './embedded.js';
import { reportHtml } from './html.js';
import type { Report } from './report.js';
import { storedDocument } from './store-document.js';

/** A result that {@link format} can write, or the description of one. */
export type Result =
  | Report
  | ComparisonReport
  | ErrorReport
  | ClassReport
  | LabelReport
  | ImpactReport
  | ScoreImpact
  | ProbableImpact
  | StoredConditionalDisparities
  | ShareReport
  | RankingReport
  | MonitorReport
  | StoredRobustness
  | ReportedNetwork
  | {
      format: 'fairwasm-coverage';
      version: 1;
      columns: Readonly<Record<string, string>>;
      /** All rows, and then each group. */
      groups: readonly PredictionCoverage[];
    }
  | StoredSlices
  | Proxies
  | Recourse
  | ThresholdReport
  | AmplificationResult
  | (CaptionBiasAmplification & Readonly<{ captions: { all: number; mentioning: number } }>)
  | StoredLeakage
  | Readonly<Partial<Record<Direction, StoredLeakage>>>
  | Pick<LicResult, 'value' | 'ci' | 'overSeeds' | 'coverage' | 'licD' | 'licM' | 'trials'>
  | Dbac
  | RepeatedReport
  | ExposureReport
  | BenchmarkReport
  | Document;

/**
 * `text` for terminals, `markdown` for GitHub, `html` as one page, `csv` for spreadsheets, or `json` for
 * {@link readReport}.
 */
export type ResultFormat = Parameters<typeof format>[1];

interface Kind {
  describe: (result: never) => Document;
  html?: (result: never) => string;
  /** Default: the tables of the description. */
  csv?: (result: never) => string;
}

const kinds: Readonly<Record<string, Kind>> = {
  'fairwasm-report': { describe: describeReport, html: reportHtml, csv: reportCsv },
  'fairwasm-comparison': { describe: describeComparison, csv: comparisonCsv },
  'fairwasm-errors': { describe: describeErrors },
  'fairwasm-classes': { describe: describeClasses },
  'fairwasm-labels': { describe: describeClasses },
  'fairwasm-impact': { describe: describeImpact, csv: impactCsv },
  'fairwasm-impact-scores': { describe: describeScoreImpact },
  'fairwasm-impact-by-probability': { describe: describeProbableImpact },
  'fairwasm-conditional-disparity': { describe: describeConditionalDisparity },
  'fairwasm-robustness': { describe: describeRobustness },
  'fairwasm-document': { describe: (document: Document) => document },
  'fairwasm-repeated': { describe: describeRepeated },
  'fairwasm-benchmark': { describe: describeBenchmark },
  'fairwasm-exposure': { describe: describeExposure },
  'fairwasm-shares': { describe: describeShares },
  'fairwasm-rankings': { describe: describeRankings },
  'fairwasm-monitoring': { describe: describeMonitoring },
  'fairwasm-coverage': { describe: describeCoverage },
  'fairwasm-proxies': { describe: describeProxies },
  'fairwasm-recourse': { describe: describeRecourse },
  'fairwasm-dbac': { describe: describeDbac },
};

// Results without a `format` field, by a field that only they have.
const otherKinds: Readonly<Record<string, Kind>> = {
  slices: { describe: describeSlices },
  unconstrained: { describe: describeThresholds },
  licD: { describe: describeLic },
  trials: { describe: describeLeakage },
  biasedPairs: { describe: describeCaptions },
  layers: { describe: describeNetwork },
  BA_MALS: { describe: describeAmplification },
  DBA: { describe: describeAmplification },
  MDBA: { describe: describeAmplification },
  AtoT: { describe: describeDpa },
  TtoA: { describe: describeDpa },
  // Last, because a result of `lic()` has blocks of images.
  blocks: { describe: (document: Document) => document },
};

function getKind(result: unknown): Kind {
  if (typeof result === 'object' && result !== null && !Array.isArray(result)) {
    const { format: name } = result as { format?: unknown };
    if (typeof name === 'string' && Object.hasOwn(kinds, name)) return kinds[name] as Kind;
    const field = Object.keys(otherKinds).find((each) => Object.hasOwn(result, each));
    if (field !== undefined && name === undefined) return otherKinds[field] as Kind;
    throw invalid('result', `a result with the format ${Object.keys(kinds).join(', ')}`, `the format ${shown(name)}`);
  }
  throw invalid('result', 'a result, such as that of audit.report()', shown(result));
}

/**
 * Returns a result as text, Markdown, HTML, CSV, or JSON. Strings from the data are escaped, and control characters are
 * removed from text. JSON has no NaN and no infinity: both become null, next to a reason. HTML is one page that needs
 * no network; it holds the report, which {@link readReport} reads again, or the description of another result, which
 * `readDocument` of `fairwasm/report` reads.
 *
 * @param result The result of `audit.report()`, `errorReport()`, `tables()`, `certifyCsv()`, `worstSlices()`, and
 *   similar functions, or a `Document`.
 * @param kind CSV of most results contains the tables of the description.
 *
 * @example
 * const report = reportExample(await load(), findExample('compas'));
 * format(report, 'markdown').split('\n')[0]; // "# COMPAS two-year recidivism by race, Broward County 2013-2014"
 * format(report, 'text', { width: 60 }).split('\n').every((line) => line.length <= 60); // true
 *
 * @throws FairwasmError `invalidArgument` for anything but a result, an incomplete one, an unknown kind, and a
 *   width below 20.
 */
export function format(
  result: Result,
  kind: 'text' | 'markdown' | 'html' | 'csv' | 'json',
  options: {
    /** Name of the data, such as a file name, if the result contains none. */
    source?: string;
    /** Whether to emphasize text with terminal escape sequences. Default: false. */
    color?: boolean;
    /** Maximum number of columns of text. Default: 80. */
    width?: number;
  } = {},
): string {
  requireOneOf('kind', kind, ['text', 'markdown', 'html', 'csv', 'json']);
  requireOptions('format', options, ['source', 'color', 'width']);
  const { source, ...look } = options;
  if (source !== undefined) requireTexts('source', [source]);
  return fromPlainData('result', () => {
    const { describe, html, csv } = getKind(result);
    if (kind === 'csv' && csv) return csv(result as never);
    if (kind === 'html' && html) return html(result as never);
    const document = describe(result as never);
    if (kind === 'csv') return documentCsv(document);
    const data = document === result ? storedDocument(document) : result;
    if (kind === 'json') return `${JSON.stringify(data, null, 2)}\n`;
    const named = source === undefined ? document : { ...document, source };
    if (kind === 'text') return documentText(named, look);
    return kind === 'markdown' ? documentMarkdown(named) : documentHtml(named, embeddedDocument(storedDocument(named)));
  });
}

/**
 * Returns the description of a result, which {@link format} writes.
 *
 * @example
 * import { load } from 'fairwasm';
 * const audit = (await load()).audit({ prediction: [1, 0, 1, 1], groups: { sex: [...'ffmm'] } });
 * describeResult(audit.report()).title; // "Audit"
 *
 * @throws FairwasmError `invalidArgument` for anything but a result, and for an incomplete one.
 */
export const describeResult = (result: Result): Document =>
  fromPlainData('result', () => getKind(result).describe(result as never));
