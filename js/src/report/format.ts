// SPDX-License-Identifier: Apache-2.0
//
// Writes any result in any format, from its description.

import type { AdjustedReport } from '../amounts/adjusted.js';
import type { EuPayReport, UkPayReport } from '../amounts/pay.js';
import type { AmountReport } from '../amounts/report.js';
import type { CaptionBiasAmplification } from '../amplification/caption-bias.js';
import type { AmplificationResult } from '../amplification/describe.js';
import type { ComparisonReport } from '../audit/comparison/comparison.js';
import type { ClassReport, LabelReport } from '../classes/report.js';
import { requireOneOf, requireOptions, requireTexts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { documentCsv } from '../document/csv.js';
import { documentHtml } from '../document/html.js';
import { documentMarkdown } from '../document/markdown.js';
import type { Document } from '../document/model.js';
import { getKind, register } from '../document/registry.js';
import { documentText } from '../document/text.js';
import type { ExposureReport } from '../exposure/rates.js';
import type { ScoreImpact } from '../impact/describe.js';
import type { StoredConditionalDisparities } from '../impact/describe-conditional.js';
import type { ProbableImpact } from '../impact/proxy.js';
import type { ImpactReport } from '../impact/tables.js';
import type { Direction } from '../metrics/amplification.js';
import type { MonitorReport } from '../monitoring/monitor.js';
import type { Dbac } from '../predictability/dbac.js';
import type { StoredLeakage } from '../predictability/describe.js';
import type { LicResult } from '../predictability/lic.js';
import type { RankingReport } from '../rankings/ranking.js';
import type { ShareReport } from '../rankings/shares.js';
import type { BenchmarkReport } from '../repeated/benchmarks.js';
import type { RepeatedReport } from '../repeated/variants.js';
import type { ReportedNetwork } from '../robustness/certify-csv.js';
import type { StoredRobustness } from '../robustness/describe.js';
import type { ErrorReport } from '../scores/error-report-shape.js';
import type { PredictionCoverage } from '../scores/prediction-coverage.js';
import type { StoredSlices } from '../slices/describe.js';
import type { Proxies } from '../slices/proxies.js';
import type { Recourse } from '../slices/recourse.js';
import type { ThresholdReport } from '../thresholds/describe.js';
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
  | AmountReport
  | AdjustedReport
  | EuPayReport
  | UkPayReport
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

const ofDocument = { describe: (document: Document) => document };

register({
  results: {
    'fairwasm-report': { describe: describeReport, html: reportHtml, csv: reportCsv },
    'fairwasm-comparison': { describe: describeComparison, csv: comparisonCsv },
    'fairwasm-document': ofDocument,
  },
  fields: { title: ofDocument },
});

/**
 * Returns a result as text, Markdown, HTML, CSV, or JSON. Strings from the data are escaped, and control characters are
 * removed from text. JSON has no NaN and no infinity: both become null, next to a reason. HTML is one page that needs
 * no network; it holds the report, which {@link readReport} reads again, or the description of another result, which
 * `readDocument` of `fairwasm/report` reads.
 *
 * Each entry point registers its results when it is imported: a program that only formats stored results imports
 * `fairwasm/report`, which registers all.
 *
 * @param result An audit, or the result of `audit.report()`, `errorReport()`, `tables()`, `certifyCsv()`, `worstSlices()`, and
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
  result: Result | { report(): Result },
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
    const written = 'report' in Object(result) ? (result as { report(): Result }).report() : (result as Result);
    const { describe, html, csv } = getKind(written);
    if (kind === 'csv' && csv) return csv(written as never);
    if (kind === 'html' && html) return html(written as never);
    const document = describe(written as never);
    if (kind === 'csv') return documentCsv(document);
    const data = document === written ? storedDocument(document) : written;
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
