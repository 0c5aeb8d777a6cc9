// SPDX-License-Identifier: Apache-2.0
//
// What few change of how attackers learn: their layers, how they are trained, and how they are scored.

import { html } from 'lit';
import { numberField, selectField } from '../parts/fields.js';
import { bounds, type FieldName } from './choice.js';
import type { More } from './protocol.js';
import { losses, scores, usual } from './score.js';

export function moreFields(
  more: More,
  wrong: Partial<Record<FieldName, string>>,
  set: (part: Partial<More>) => void,
) {
  const number = (
    id: Exclude<keyof More, 'optimizer' | 'warmStart' | 'testSize' | keyof typeof usual>,
    title: string,
    hint: string,
  ) =>
    numberField({ id, title, hint, wrong: wrong[id] }, bounds[id], more[id], (value) =>
      set({ [id]: value }),
    );
  return html`
    <details>
      <summary>More: the attackers’ layers, how they are trained, and how they are scored</summary>
      <div class="fields">
        ${number('layers', 'Layers', 'One is a linear rule. Empty: one where attackers see one column, otherwise three.')}
        ${number('firstWidth', 'Width of the first layer', 'Where their number is given; widths double up to the middle and halve after it.')}
        ${selectField(
          { id: 'optimizer', title: 'Optimizer' },
          [
            { value: 'adam', text: 'Adam' },
            { value: 'sgd', text: 'Gradient descent (SGD)' },
          ],
          more.optimizer,
          (value) => set({ optimizer: value === 'sgd' ? 'sgd' : 'adam' }),
        )}
        ${number('learningRate', 'Learning rate', 'How far each step goes.')}
        ${number('batchSize', 'Rows a step', 'So many rows are looked at together.')}
        ${number('weightDecay', 'Weight decay', 'Pulls weights towards 0; 0 does not.')}
        ${number('patience', 'Patience', 'Stops after so many epochs without a lower loss. Empty: never.')}
        ${numberField(
          {
            id: 'testSize',
            title: 'Rows for testing, in percent',
            hint: 'Drawn anew in each trial.',
            wrong: wrong.testSize,
          },
          bounds.testSize,
          Number((more.testSize * 100).toPrecision(12)),
          (percent) => set({ testSize: percent / 100 }),
        )}
        ${selectField(
          {
            id: 'warmStart',
            title: 'Attackers on predictions begin',
            hint: 'The second repeats the procedure of bias_amplification; short training then shows leakage where there is none.',
          },
          [
            { value: 'anew', text: 'Anew' },
            { value: 'warm', text: 'With what those on the truth have learned' },
          ],
          more.warmStart ? 'warm' : 'anew',
          (value) => set({ warmStart: value === 'warm' }),
        )}
        ${selectField(
          { id: 'loss', title: 'Loss', hint: 'What attackers learn to make small.' },
          Object.entries(losses).map(([value, text]) => ({ value, text })),
          more.loss ?? usual.loss,
          (value) => set({ loss: value as More['loss'] }),
        )}
        ${selectField(
          {
            id: 'metric',
            title: 'Score',
            hint: 'How good an attacker is. Anything but right answers has no upper end, and leakage by it is a number of its own.',
          },
          Object.entries(scores).map(([value, { title }]) => ({ value, text: title })),
          more.metric ?? usual.metric,
          (value) => set({ metric: value as More['metric'] }),
        )}
        ${selectField(
          {
            id: 'threshold',
            title: 'What is scored',
            hint: 'An output above one half is the answer 1; of several, the largest is the answer.',
          },
          [
            { value: 'answers', text: 'Answers' },
            { value: 'outputs', text: 'Outputs as they are' },
          ],
          (more.threshold ?? usual.threshold) ? 'answers' : 'outputs',
          (value) => set({ threshold: value === 'answers' }),
        )}
        ${selectField(
          {
            id: 'aggregate',
            title: 'The value is',
            hint: 'The median is moved less by a trial in which attackers fail.',
          },
          [
            { value: 'mean', text: 'The mean over trials' },
            { value: 'median', text: 'The median over trials' },
          ],
          more.aggregate ?? usual.aggregate,
          (value) => set({ aggregate: value === 'median' ? 'median' : 'mean' }),
        )}
      </div>
      <p class="small soft">The package also takes scores, shapes and attackers of your own.</p>
    </details>
  `;
}
