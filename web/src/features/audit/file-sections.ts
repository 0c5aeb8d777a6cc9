// SPDX-License-Identifier: Apache-2.0
//
// Sections below the report of a file that need its rows.

import type { Report } from 'fairwasm';
import { html, nothing } from 'lit';
import { areNumbers, canBeGroup, countedColumns, guessSeveral, isMeasure } from '../../table/choice.js';
import { isNamedModel } from '../../table/guess.js';
import type { ImpactMade, KeptImpact } from '../impact/protocol.js';
import type { KeptIndividual } from '../individual/questions.js';
import type { KeptFrontier } from '../scores/frontier-view.js';
import type { ScoreSheet } from '../scores/score-sheet.js';
import type { FoundGroup } from '../slices/questions.js';
import { type KeptAnswer, possibleQuestions } from '../slices/questions.js';
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

/** Returns the columns that could define strata: columns that can define groups and that the audit does not use. */
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

/** Renders further analyses of the rows: searches for groups and for columns, and adverse impact. */
export const moreOfFile = (
  { file, profile, choice }: Pick<Table, 'file' | 'profile' | 'choice'>,
  { groups, individual }: { groups: KeptAnswer | undefined; individual: KeptIndividual | undefined },
  keep: (event: CustomEvent<ImpactMade>) => void,
  keepGroups: (event: CustomEvent<KeptAnswer>) => void,
  keepIndividual: (event: CustomEvent<KeptIndividual>) => void,
  audit: (event: CustomEvent<FoundGroup>) => void,
) => html`
  ${
    possibleQuestions(choice).length > 0
      ? html`<find-groups
          .file=${file}
          .choice=${choice}
          .without=${profile.columns.filter(isNamedModel).map(({ name }) => name)}
          .answer=${groups}
          @groups-found=${keepGroups}
          @audit-group=${audit}
        ></find-groups>`
      : nothing
  }
  <find-proxies .file=${file} .profile=${profile} .choice=${choice}></find-proxies>
  ${getIndividual({ file, profile, choice }, individual, keepIndividual)}
  ${getImpact({ file, profile, choice }, keep)}
`;

// Consistency needs two labels, one of which is favorable.
const getIndividual = (
  { file, profile, choice }: Pick<Table, 'file' | 'profile' | 'choice'>,
  kept: KeptIndividual | undefined,
  keep: (event: CustomEvent<KeptIndividual>) => void,
) =>
  (choice.prediction ?? choice.label) !== undefined && choice.favorable !== undefined
    ? html`<individual-view
        .file=${file}
        .profile=${profile}
        .choice=${choice}
        .kept=${kept}
        @individual-found=${keep}
      ></individual-view>`
    : nothing;

/** Returns a result in the form in which it is stored with the report. */
export const toKeptImpact = (made: ImpactMade): KeptImpact =>
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
  const hasScores = isNumbers || (score !== undefined && guessSeveral(profile, choice) === 'no');
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
