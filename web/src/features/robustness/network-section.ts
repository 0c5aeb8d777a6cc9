// SPDX-License-Identifier: Apache-2.0
//
// The part of the form for the network: its Lipschitz constant, or its weights and the settings that a file of weights
// does not contain.

import { numbers } from 'virtual:numbers/robustness';
import { html, nothing, type TemplateResult } from 'lit';
import { toFileListener } from '../../widgets/choose-file.js';
import { numberField, same, selectField } from '../../widgets/fields.js';
import { countText, valueText } from '../../widgets/number.js';
import { fillingField } from '../models/filling-field.js';
import type { Choice, ChosenModel, ChosenNetwork, Problems } from './choice.js';
import { activations, type KnownActivation } from './forward.js';
import { isConvolution, type Picture, type Window } from './network.js';

export interface NetworkHandlers {
  change(part: Partial<Choice>): void;
  pickFile(file: File): void;
}

const { hint, range } = numbers.lipschitz;

export function networkSection(
  { network, model, lipConst, disjointNeurons }: Choice,
  wrong: Problems,
  columns: readonly string[],
  { change, pickFile }: NetworkHandlers,
): TemplateResult {
  return html`
    <section aria-labelledby="network-title">
      <h2 id="network-title">The network</h2>
      <p class="soft small">
        The Lipschitz constant is the largest slope of the network in the Euclidean norm. Certificates are valid only if
        this number is correct, so there is no default.
      </p>
      ${
        model
          ? opened(model, wrong.filling, columns, (part) => change({ model: part && { ...model, ...part } }))
          : network
            ? weights(network, wrong.picture, (part) => change({ network: part && { ...network, ...part } }))
            : html`
              <div class="fields">
                ${numberField(
                  { id: 'lipConst', title: 'Lipschitz constant', hint, wrong: wrong.lipConst },
                  range,
                  lipConst,
                  (value) => change({ lipConst: value }),
                )}
                ${selectField(
                  {
                    id: 'disjoint',
                    title: 'The constant applies to',
                    hint: 'With several scores, margins are divided by 2 or √2 times the constant.',
                  },
                  [
                    { value: 'each', text: 'each output separately' },
                    { value: 'all', text: 'all outputs together' },
                  ],
                  disjointNeurons ? 'each' : 'all',
                  (value) => change({ disjointNeurons: value === 'each' }),
                )}
              </div>
              <label class="file small">
                You can also compute a bound from the network (.onnx) or from the weights of its dense and convolutional
                layers (.safetensors). The first .onnx file downloads the 14 MB runtime from this site.
                <input
                  type="file"
                  accept=".onnx,.safetensors"
                  @change=${toFileListener(pickFile)}
                />
              </label>
            `
      }
    </section>
  `;
}

/** The choice of a network that can be run; `change` does nothing without a network. */
function opened(
  { file, atMost, layers, before, input, filling, notes }: ChosenModel,
  wrong: string | undefined,
  columns: readonly string[],
  change: (part: Partial<ChosenModel> | undefined) => void,
): TemplateResult {
  const taken = input.width === undefined ? 'any number of' : countText(input.width);
  return html`
    <p>
      <strong>${file.name}</strong>: its weights bound the constant by ${valueText(atMost, 'number')}, and it computes
      the scores${before ? html`, which are taken before its last operator, ${before}` : nothing}.
    </p>
    <ol class="layers small">
      ${layers.map(({ name, operator }) => html`<li>${name} <span class="soft">${operator}</span></li>`)}
    </ol>
    <p class="small soft">
      The file does not contain the order of the columns that the network was trained on. Please check it.
      ${notes.map((note) => html`<br />${note}`)}
    </p>
    ${fillingField({ id: 'filling', title: `${input.name} (${taken} numbers)`, wrong }, columns, filling, (text) =>
      change({ filling: text }),
    )}
    <button type="button" @click=${() => change(undefined)}>Enter the constant instead</button>
  `;
}

/** The choice of a network with known weights; `change` does nothing without weights. */
function weights(
  network: ChosenNetwork,
  wrong: string | undefined,
  change: (part: Partial<ChosenNetwork> | undefined) => void,
): TemplateResult {
  const { file, layers, activation, picture } = network;
  const moves = layers.some(isConvolution);
  return html`
    <p><strong>${file.name}</strong>: its weights bound the constant, and it computes the scores.</p>
    <ol class="layers small">
      ${layers.map(
        ({ name, shape }) => html`<li>${name} <span class="soft">${shape.map(countText).join(' × ')}</span></li>`,
      )}
    </ol>
    ${moves ? convolutions(network, wrong, (part) => change({ picture: { ...picture, ...part } })) : nothing}
    <div class="fields">
      ${selectField(
        {
          id: 'activation',
          title: 'Activation between layers',
          hint: 'The last layer has no activation: scores are taken before softmax or sigmoid.',
          wrong: moves ? undefined : wrong,
        },
        Object.keys(activations).map(same),
        activation,
        (name) => change({ activation: name as KnownActivation }),
      )}
    </div>
    <button type="button" @click=${() => change(undefined)}>Enter the constant instead</button>
  `;
}

function convolutions(
  { layers, picture }: ChosenNetwork,
  wrong: string | undefined,
  change: (part: Partial<Picture>) => void,
): TemplateResult {
  const moved = layers.filter(isConvolution);
  const isLine = moved.every(({ shape }) => shape.length === 3);
  const size = (side: 'height' | 'width', title: string, problem: string | undefined) =>
    numberField({ id: side, title, wrong: problem }, { type: 'integer', minimum: 1 }, picture[side], (value) =>
      change({ [side]: value }),
    );
  const count = (i: number, part: keyof Window, title: string, least: number) =>
    numberField(
      { id: `${part}-${i}`, title: `${title} of ${moved[i]?.name}` },
      { type: 'integer', minimum: least },
      picture.windows[i]?.[part] ?? Number.NaN,
      (value) =>
        change({ windows: picture.windows.map((window, at) => (at === i ? { ...window, [part]: value } : window)) }),
    );
  return html`
    <p class="small soft">
      The file does not contain stride and padding. Convolutions must follow each other without pooling, groups, or
      dilation; their output is flattened.
    </p>
    <div class="fields">
      ${isLine ? nothing : size('height', 'Image height', wrong)}
      ${isLine ? size('width', 'Row length', wrong) : size('width', 'Image width', undefined)}
    </div>
    ${moved.map(
      (_, i) => html`
        <div class="fields">
          ${count(i, 'stride', 'Stride', 1)} ${count(i, 'padding', 'Padding', 0)}
        </div>
      `,
    )}
  `;
}
