// SPDX-License-Identifier: Apache-2.0
//
// Writes any result in any format, from its description.

import { type AmplificationResult, describeAmplification } from '../amplification/describe.js';
import type { ComparisonReport } from '../audit/comparison.js';
import { describeClasses } from '../classes/describe.js';
import type { ClassReport, LabelReport } from '../classes/report.js';
import { invalid } from '../core/error.js';
import { isPlain, requireOneOf, requireOptions, requireTexts, shown } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { documentHtml } from '../document/html.js';
import { documentMarkdown } from '../document/markdown.js';
import type { Document } from '../document/model.js';
import { documentText } from '../document/text.js';
import { impactCsv } from '../impact/csv.js';
import {
  describeImpact,
  describeProbableImpact,
  describeScoreImpact,
  type ScoreImpact,
} from '../impact/describe.js';
import type { ProbableImpact } from '../impact/proxy.js';
import type { ImpactReport } from '../impact/tables.js';
import { describeLeakage, type StoredLeakage } from '../predictability/describe.js';
import type { ReportedNetwork } from '../robustness/certify-csv.js';
import {
  describeNetwork,
  describeRobustness,
  type StoredRobustness,
} from '../robustness/describe.js';
import { describeErrors } from '../scores/describe.js';
import type { ErrorReport } from '../scores/error-report.js';
import { describeSlices, type StoredSlices } from '../slices/describe.js';
import { describeThresholds, type ThresholdReport } from '../thresholds/describe.js';
import { comparisonCsv } from './comparison-csv.js';
import { reportCsv } from './csv.js';
import { describeComparison } from './describe-comparison.js';
import { describeReport } from './describe-report.js';
import { reportHtml } from './html.js';
import type { Report } from './report.js';

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
  | StoredRobustness
  | ReportedNetwork
  | StoredSlices
  | ThresholdReport
  | AmplificationResult
  | StoredLeakage
  | Document;

/** `text` for terminals, `markdown` for GitHub, `html` as one page, `csv` for spreadsheets, or `json` for {@link readReport}. */
export type ResultFormat = 'text' | 'markdown' | 'html' | 'csv' | 'json';

export interface FormatOptions {
  /** Name of the data, such as a file name, if the result has none. */
  source?: string;
  /** Whether text is emphasized with terminal escapes. Default: no. */
  color?: boolean;
  /** Maximum number of columns of text. Default: 80. */
  width?: number;
}

interface Kind {
  describe: (result: never) => Document;
  html?: (result: never) => string;
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
  'fairwasm-robustness': { describe: describeRobustness },
};

// Results without a `format` field, by a field that only they have.
const otherKinds: Readonly<Record<string, Kind>> = {
  blocks: { describe: (document: Document) => document },
  slices: { describe: describeSlices },
  unconstrained: { describe: describeThresholds },
  trials: { describe: describeLeakage },
  layers: { describe: describeNetwork },
  BA_MALS: { describe: describeAmplification },
  DBA: { describe: describeAmplification },
  MDBA: { describe: describeAmplification },
};

function getKind(result: unknown): Kind {
  if (isPlain(result)) {
    const { format: name } = result as { format?: unknown };
    if (typeof name === 'string' && Object.hasOwn(kinds, name)) return kinds[name] as Kind;
    const field = Object.keys(otherKinds).find((each) => Object.hasOwn(result, each));
    if (field !== undefined && name === undefined) return otherKinds[field] as Kind;
    throw invalid(
      'result',
      `a result with the format ${Object.keys(kinds).join(', ')}`,
      `the format ${shown(name)}`,
    );
  }
  throw invalid('result', 'a result, such as that of audit.report()', shown(result));
}

/**
 * Returns a result as text, Markdown, HTML, CSV, or JSON. Strings from the data are escaped, and control characters are
 * removed from text. JSON has no NaN and no infinity: both become null, next to a reason. HTML is one page that needs no
 * network; that of a report holds the report, and {@link readReport} reads it again.
 *
 * @param result The result of `audit.report()`, `errorReport()`, `tables()`, `certifyCsv()`, `worstSlices()`, and
 *   similar functions, or a `Document`.
 * @param kind CSV exists for reports, comparisons, and impact tables.
 *
 * @example
 * const report = reportExample(await load(), findExample('compas'));
 * format(report, 'markdown').split('\n')[0]; // "# COMPAS two-year recidivism by race, Broward County 2013-2014"
 * format(report, 'text', { width: 60 }).split('\n').every((line) => line.length <= 60); // true
 *
 * @throws FairwasmError `invalidArgument` for anything but a result, an incomplete one, a kind that it does not have, and
 *   a width below 20.
 */
export function format(result: Result, kind: ResultFormat, options: FormatOptions = {}): string {
  requireOneOf('kind', kind, ['text', 'markdown', 'html', 'csv', 'json']);
  requireOptions('format', options, ['source', 'color', 'width']);
  const { source, ...look } = options;
  if (source !== undefined) requireTexts('source', [source]);
  return ofGiven('result', () => {
    const { describe, html, csv } = getKind(result);
    if (kind === 'csv') {
      if (csv) return csv(result as never);
      throw invalid('kind', 'text, markdown, html, or json for this result', "'csv'");
    }
    if (kind === 'html' && html) return html(result as never);
    const document = describe(result as never);
    if (kind === 'json') return `${JSON.stringify(result, null, 2)}\n`;
    const named = source === undefined ? document : { ...document, source };
    if (kind === 'text') return documentText(named, look);
    return kind === 'markdown' ? documentMarkdown(named) : documentHtml(named);
  });
}
