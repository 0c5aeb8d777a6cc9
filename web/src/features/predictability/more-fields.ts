// SPDX-License-Identifier: Apache-2.0
//
// Fields for the advanced settings of attackers: their layers, their training, and their scoring.

import { html } from 'lit';
import { numberField, selectField } from '../../widgets/fields.js';
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
      <summary>More: layers, training, and scoring of the attackers</summary>
      <div class="fields">
        ${number('layers', 'Layers', 'One layer is a linear rule. If empty: one layer for a single input column, otherwise three.')}
        ${number('firstWidth', 'Width of the first layer', 'Applies only if you enter the number of layers. Widths double up to the middle layer and then halve.')}
        ${selectField(
          { id: 'optimizer', title: 'Optimizer' },
          [
            { value: 'adam', text: 'Adam' },
            { value: 'sgd', text: 'Gradient descent (SGD)' },
          ],
          more.optimizer,
          (value) => set({ optimizer: value === 'sgd' ? 'sgd' : 'adam' }),
        )}
        ${number('learningRate', 'Learning rate', 'Size of each training step.')}
        ${number('batchSize', 'Batch size', 'Rows per training step.')}
        ${number('weightDecay', 'Weight decay', 'Pulls weights toward 0. A value of 0 turns it off.')}
        ${number('patience', 'Patience', 'Training stops after this many epochs without a lower loss. Empty: never.')}
        ${numberField(
          {
            id: 'testSize',
            title: 'Test rows, in percent',
            hint: 'Drawn again in each trial.',
            wrong: wrong.testSize,
          },
          bounds.testSize,
          Number((more.testSize * 100).toPrecision(12)),
          (percent) => set({ testSize: percent / 100 }),
        )}
        ${selectField(
          {
            id: 'warmStart',
            title: 'Initial weights of attackers on predictions',
            hint: 'The second option reproduces bias_amplification; with short training, it shows leakage even if there is none.',
          },
          [
            { value: 'random', text: 'Random' },
            { value: 'warm', text: 'Weights of the attackers on true labels' },
          ],
          more.warmStart ? 'warm' : 'random',
          (value) => set({ warmStart: value === 'warm' }),
        )}
        ${selectField(
          { id: 'loss', title: 'Loss', hint: 'The quantity that attackers minimize.' },
          Object.entries(losses).map(([value, text]) => ({ value, text })),
          more.loss ?? usual.loss,
          (value) => set({ loss: value as More['loss'] }),
        )}
        ${selectField(
          {
            id: 'metric',
            title: 'Score',
            hint: 'How attackers are rated. Scores other than accuracy have no upper limit, and their leakage is not in percentage points.',
          },
          Object.entries(scores).map(([value, { title }]) => ({ value, text: title })),
          more.metric ?? usual.metric,
          (value) => set({ metric: value as More['metric'] }),
        )}
        ${selectField(
          {
            id: 'threshold',
            title: 'Scored values',
            hint: 'An output above one half is the answer 1; with several outputs, the largest is the answer.',
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
            title: 'Reported value',
            hint: 'The median is less affected by trials in which attackers fail.',
          },
          [
            { value: 'mean', text: 'Mean over trials' },
            { value: 'median', text: 'Median over trials' },
          ],
          more.aggregate ?? usual.aggregate,
          (value) => set({ aggregate: value === 'median' ? 'median' : 'mean' }),
        )}
      </div>
      <p class="small soft">The package also accepts custom scores, layers, and attackers.</p>
    </details>
  `;
}
