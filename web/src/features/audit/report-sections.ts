// SPDX-License-Identifier: Apache-2.0
//
// Sections below an audit report: statistical power, groups within strata, and comparisons.

import type { ComparisonReport, Report } from 'fairwasm';
import { html, nothing } from 'lit';
import { possibleConditions } from '../conditional/conditions.js';
import type { Origin } from '../power/origin.js';

export const power = (report: Report, origin: Origin, change: (event: CustomEvent<Report>) => void) =>
  report.breakdowns.some(({ comparisons }) => comparisons.length > 0)
    ? html`<power-view .report=${report} .origin=${origin} @report-change=${change}></power-view>`
    : nothing;

/** Keeps results within strata when another result is computed. */
export const keptWithin = (before: Report, report: Report): Report =>
  report.conditional || !before.conditional ? report : { ...report, conditional: before.conditional };

export const getAttributes = ({ breakdowns }: Report): string[] => [...new Set(breakdowns.flatMap(({ by }) => by))];

export const within = (
  report: Report,
  origin: Origin,
  columns: readonly string[],
  change: (event: CustomEvent<Report>) => void,
) =>
  report.conditional || possibleConditions(report, columns).length > 0
    ? html`<within-view
        .report=${report}
        .origin=${origin}
        .columns=${columns}
        @report-change=${change}
      ></within-view>`
    : nothing;

/** Compares two predictions for the same rows. */
export const sideBySide = (comparison: ComparisonReport | undefined) =>
  comparison ? html`<paired-view .comparison=${comparison}></paired-view>` : nothing;

/** Compares the report with a report of another version. */
export const versions = (first: Report, second: Report | undefined, names: readonly string[]) =>
  second
    ? html`<compare-view
        class="versions"
        .first=${first}
        .second=${second}
        .names=${names}
      ></compare-view>`
    : nothing;
