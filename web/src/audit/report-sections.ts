// SPDX-License-Identifier: Apache-2.0
//
// Sections below an audit report: cost of equal rates, statistical power, and groups within strata.

import type { ComparisonReport, Report } from 'fairwasm';
import { html, nothing } from 'lit';
import type { ImpactMade, KeptImpact } from '../impact/protocol.js';
import type { Origin } from '../power/power-view.js';
import { possibleQuestions } from '../scan/questions.js';
import type { KeptFrontier } from '../scores/frontier-view.js';
import type { ScoreSheet } from '../scores/score-sheet.js';
import { areNumbers, canBeGroup, countedColumns, isMeasure, severalOf } from '../table/choice.js';
import { possibleConditions } from '../within/conditions.js';
import type { Table } from './stages.js';

/** Renders the cost of equal rates if several groups have scores. */
export const frontier = (
  report: Report,
  scores: ScoreSheet | undefined,
  kept: KeptFrontier | undefined,
  keep: (event: CustomEvent<KeptFrontier | undefined>) => void,
) =>
  scores?.breakdowns.some(({ groups }) => groups.length > 1)
    ? html`<frontier-view
        .report=${report}
        .scores=${scores}
        .kept=${kept}
        @frontier-made=${keep}
      ></frontier-view>`
    : nothing;

export const power = (
  report: Report,
  origin: Origin,
  change: (event: CustomEvent<Report>) => void,
) =>
  report.breakdowns.some(({ comparisons }) => comparisons.length > 0)
    ? html`<power-view .report=${report} .origin=${origin} @report-change=${change}></power-view>`
    : nothing;

/** Keeps results within strata when another result is computed. */
export const keptWithin = (before: Report, report: Report): Report =>
  report.conditional || !before.conditional
    ? report
    : { ...report, conditional: before.conditional };

export const getAttributes = ({ breakdowns }: Report): string[] => [
  ...new Set(breakdowns.flatMap(({ by }) => by)),
];

/** Returns the columns that could define strata: they define groups and are not used by the audit. */
export function getConditions({ profile, choice }: Table): string[] {
  const { groups, bins } = choice;
  const counted = countedColumns(choice);
  return profile.columns
    .filter((column) => !counted.includes(column.name))
    .filter(
      (column) =>
        (groups.includes(column.name) && column.name in bins) ||
        (canBeGroup(column) && column.values.length > 1 && !isMeasure(column)),
    )
    .map(({ name }) => name);
}

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

/** Renders further analyses of the rows: a search for groups, and adverse impact. */
export const moreOfFile = (
  { file, profile, choice }: Pick<Table, 'file' | 'profile' | 'choice'>,
  keep: (event: CustomEvent<ImpactMade>) => void,
) => html`
  ${
    possibleQuestions(choice).length > 0
      ? html`<find-groups .file=${file} .choice=${choice}></find-groups>`
      : nothing
  }
  ${getImpact({ file, profile, choice }, keep)}
`;

/** Returns a result in the form in which it is stored with the report. */
export const besideOf = (made: ImpactMade): KeptImpact =>
  made.kind === 'tables'
    ? { impact: made.report }
    : made.report.format === 'fairwasm-impact-scores'
      ? { impactScores: made.report }
      : {};

/** Renders adverse impact of decisions and of scores, for any kind of audit. */
export function getImpact(
  { file, profile, choice }: Pick<Table, 'file' | 'profile' | 'choice'>,
  keep: (event: CustomEvent<ImpactMade>) => void = () => {},
) {
  const { groups, prediction, score } = choice;
  if (groups.length === 0) return nothing;
  const isNumbers = areNumbers(profile, choice);
  const hasScores = isNumbers || (score !== undefined && severalOf(profile, choice) === 'no');
  return html`
    ${
      !isNumbers && (prediction ?? score) !== undefined
        ? html`<impact-tables
            .file=${file}
            .profile=${profile}
            .choice=${choice}
            @impact-made=${keep}
          ></impact-tables>`
        : nothing
    }
    ${
      hasScores
        ? html`<impact-scores
            .file=${file}
            .profile=${profile}
            .choice=${choice}
            @impact-made=${keep}
          ></impact-scores>`
        : nothing
    }
  `;
}
