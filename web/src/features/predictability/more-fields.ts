// SPDX-License-Identifier: Apache-2.0
//
// Fields for the advanced settings of attackers: their layers, their training, and their scoring.

import { numbers } from 'virtual:numbers/leakage';
import { html } from 'lit';
import { selectField } from '../../widgets/fields.js';
import { optionField } from '../../widgets/range.js';
import type { FieldName } from './choice.js';
import type { More, Settings } from './protocol.js';
import { losses, scores, usual } from './score.js';

export function moreFields(more: More, wrong: Partial<Record<FieldName, string>>, set: (part: Partial<More>) => void) {
  const number = (id: Exclude<keyof typeof numbers, keyof Settings>) =>
    optionField(id, numbers[id], more[id], wrong[id], (value) => set({ [id]: value }));
  return html`
    <details>
      <summary>More: layers, training, and scoring of the attackers</summary>
      <div class="fields">
        ${number('layers')} ${number('firstWidth')}
        ${selectField(
          { id: 'optimizer', title: 'Optimizer' },
          [
            { value: 'adam', text: 'Adam' },
            { value: 'sgd', text: 'Gradient descent (SGD)' },
          ],
          more.optimizer,
          (value) => set({ optimizer: value === 'sgd' ? 'sgd' : 'adam' }),
        )}
        ${number('learningRate')} ${number('batchSize')} ${number('weightDecay')}
        ${number('patience')} ${number('testSize')}
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
