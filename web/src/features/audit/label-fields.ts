// SPDX-License-Identifier: Apache-2.0
//
// The meaning of the labels of a table: binary with one positive label, which benefits or burdens people; multiclass;
// or numbers.

import { html, nothing } from 'lit';
import { guessFavorable } from '#fairwasm/data/favorable.js';
import {
  areNumbers,
  type Choice,
  canBeSeveral,
  getLabels,
  type getProblems,
  guessSeveral,
  type Several,
} from '../../table/choice.js';
import { formatList, parseList } from '../../table/lists.js';
import { getOutcome } from '../../table/outcome.js';
import { notes, numberField, same, selectField } from '../../widgets/fields.js';
import { errorTexts, getGoal, type Worse } from '../goal/goal.js';
import { questionText } from './questions.js';
import type { Choosing } from './stages.js';

/** Renders the questions that the labels of the chosen columns raise. */
export function labelFields(form: Choosing, wrong: ReturnType<typeof getProblems>) {
  const { profile, choice } = form;
  if (areNumbers(profile, choice)) return html`${several(form)} ${quantile(form, wrong.quantile)}`;
  if (guessSeveral(profile, choice) !== 'no') return several(form);
  return html`
    ${several(form)} ${favorable(form, wrong.favorable)} ${outcome(form)} ${worse(form)}
  `;
}

// Choice between binary, multiclass, and ordered multiclass labels.
function several({ profile, choice, change }: Choosing) {
  if (!canBeSeveral(profile, choice)) return nothing;
  const chosen = guessSeveral(profile, choice);
  const labels = getLabels(profile, choice);
  const field = {
    id: 'several',
    title: 'What are the labels?',
    hint: 'With multiclass labels, each class is compared with the rest, and all classes are compared together.',
  };
  const options = [
    { value: 'unordered', text: 'Multiclass, such as species' },
    { value: 'ordered', text: 'Ordered classes, such as low, medium, high' },
    { value: 'no', text: 'Binary: one label counts as positive' },
  ];
  const order = choice.classOrder ?? labels;
  return html`
    ${selectField(field, options, chosen, (value) => change({ several: value as Several }))}
    ${
      chosen === 'ordered'
        ? html`<div>
            <label class="label" for="class-order">The classes, lowest first</label>
            <input
              id="class-order"
              type="text"
              .value=${formatList(order)}
              aria-describedby="class-order-hint"
              @change=${(event: Event) => {
                const names = parseList((event.target as HTMLInputElement).value);
                change({ classOrder: names.length > 0 ? names : undefined });
              }}
            />
            ${notes('class-order', 'Separate the classes with commas. Confusing neighboring classes counts less than confusing distant classes.', undefined)}
          </div>`
        : nothing
    }
  `;
}

function favorable({ profile, choice, guessed, change }: Choosing, wrong: string | undefined) {
  const labels = getLabels(profile, choice);
  if (labels.length === 0) return nothing;
  const ask = { value: '', text: 'Choose one' };
  const options = [...(choice.favorable === undefined ? [ask] : []), ...labels.map(same)];
  const meaning = getOutcome(choice);
  const hint = {
    benefit: 'The label that counts as positive in every rate: the outcome that people want, such as a loan.',
    burden:
      'The label that counts as positive in every rate: the label that leads to the burden, such as “will reoffend”.',
    unknown: 'The label that counts as positive in every rate.',
  }[meaning ?? 'unknown'];
  const value = choice.favorable ?? '';
  const isSure = guessFavorable(labels) !== undefined || value !== guessed.favorable;
  const title = meaning === 'benefit' ? 'Positive (favorable) label' : 'Positive label';
  const shownHint = isSure ? hint : `Guessed from the data; please check. ${hint}`;
  const field = { id: 'favorable', title, hint: shownHint, wrong };
  return selectField(field, options, value, (value) => change({ favorable: value || undefined }));
}

function outcome({ choice, change }: Choosing) {
  const field = {
    id: 'outcome',
    title: questionText(choice),
    hint: 'This does not change any figure. It changes how the report describes the figures and which gap comes first.',
  };
  const options = [
    { value: 'unknown', text: 'Not stated: the report does not call it good or bad' },
    { value: 'benefit', text: 'Good: a benefit, such as a loan' },
    { value: 'burden', text: 'Bad: a burden, such as detention' },
  ];
  return selectField(field, options, getOutcome(choice) ?? 'unknown', (value) =>
    change({ outcome: value as Choice['outcome'] }),
  );
}

function quantile({ choice, change }: Choosing, wrong: string | undefined) {
  const field = {
    id: 'quantile',
    title: 'Predicted quantile',
    hint: 'For quantile predictions: enter 0.9 if 90% of the true values should be below the prediction. The report then includes the pinball loss. Leave empty for ordinary predictions.',
    wrong,
  };
  const level = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 } as const;
  return numberField(field, level, choice.quantile ?? Number.NaN, (quantile) =>
    change({ quantile: Number.isNaN(quantile) ? undefined : quantile }),
  );
}

// The more harmful error can only be chosen if there are true labels.
function worse({ choice, change }: Choosing) {
  const { label, prediction, worse } = choice;
  if (label === undefined || prediction === undefined) return nothing;
  const texts = errorTexts[getOutcome(choice) ?? 'unknown'];
  const field = {
    id: 'worse',
    title: 'Which error does more harm to a person?',
    hint: getGoal(choice)?.hint ?? 'The report lists gaps in this error first.',
  };
  const options = [
    { value: '', text: 'Both, or not sure' },
    ...Object.entries(texts).map(([value, text]) => ({ value, text })),
  ];
  return selectField(field, options, worse ?? '', (value) =>
    change({ worse: (value || undefined) as Worse | undefined }),
  );
}
