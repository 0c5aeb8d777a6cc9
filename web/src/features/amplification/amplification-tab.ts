// SPDX-License-Identifier: Apache-2.0
//
// The Amplification tab: computes which biases of a table of labels, or of captions, a model amplifies, down to the
// arithmetic of a single pair.

import type { WordLists } from 'fairwasm/amplification';
import { css, html } from 'lit';
import type { TableProfile } from '../../table/profile.js';
import { cardStyle } from '../../widgets/cards.js';
import { countText } from '../../widgets/number.js';
import { saveButtons } from '../../widgets/plain-report.js';
import { type Start, TabElement } from '../../widgets/tab-element.js';
import { ask } from '../../worker/ask.js';
import type { Progress } from '../../worker/requests.js';
import { run } from '../../worker/run.js';
import { getLines, type Texts } from './captions-form.js';
import { type Choice, getColumns, getFurther, getMoreAttributes, guess } from './choice.js';
import { captionExample, labelExample } from './examples.js';
import { guessCaptions, type ImageCaptions } from './image-captions.js';
import type { CaptionResults, ImageResults, LabelResults, News, Work } from './protocol.js';
import { standardWords, wordsIn } from './words.js';
import workerUrl from './worker.ts?worker&url';
import './captions-form.js';
import './captions-view.js';
import './image-captions-form.js';
import './labels-form.js';
import './labels-view.js';
import './playground.js';
import '../../widgets/file-zone.js';
import '../../widgets/result-view.js';

const maxButtons = 4;

const loadDocument = () => import('./document.js');

interface Table {
  file: File;
  profile: TableProfile;
  choice: Choice;
}

type Stage =
  | { at: 'play' }
  | { at: 'columns'; table: Table }
  | { at: 'labels'; table: Table; results: LabelResults }
  | { at: 'pairs'; table: Table; asked: ImageCaptions }
  | { at: 'images'; table: Table; asked: ImageCaptions; results: ImageResults }
  | { at: 'texts'; texts: Texts }
  | { at: 'captions'; texts: Texts; results: CaptionResults };

const noTexts: Texts = {
  train: '',
  test: '',
  objects: 'noun',
  divideBy: 'biasedPairs',
  seenOnly: false,
  words: standardWords,
};

export class AmplificationTab extends TabElement<Stage> {
  constructor() {
    super('amplification');
  }

  override render() {
    const { stage } = this;
    switch (stage.at) {
      case 'start':
        return html`${intro} ${this.problemNote()} ${this.#start()}`;
      case 'working':
        return this.working(stage);
      case 'play':
        return this.#play();
      case 'columns':
        return this.#columns(stage.table);
      case 'labels':
        return this.#labels(stage);
      case 'pairs':
        return this.#pairs(stage);
      case 'images':
        return this.#images(stage);
      case 'texts':
        return this.#texts(stage.texts);
      case 'captions':
        return this.#captions(stage);
    }
  }

  #start() {
    const openTexts = (texts: Texts) => this.goTo({ at: 'texts', texts });
    const example: Texts = { ...noTexts, ...captionExample() };
    return html`
      <file-zone
        about="One row per image or person: a group, labels that are present or absent, and the model’s predictions; or human and generated captions of the same images."
        ?isOver=${this.isOver}
        @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
      ></file-zone>
      <h2>Simulation, captions, and examples</h2>
      <ul>
        <li>
          <h3>Two hundred pictures</h3>
          <p class="small">
            A simulated model exaggerates a pattern that it learns. Move the sliders, and let the model learn from its
            own tags again and again.
          </p>
          <div class="row">
            <button @click=${() => this.goTo({ at: 'play' })}>Open the simulation</button>
          </div>
        </li>
        <li>
          <h3>Captions</h3>
          <p class="small">
            Paste captions written by people and captions written by a model. Which words does the model associate with
            one gender more strongly than people do?
          </p>
          <div class="row">
            <button @click=${() => openTexts(noTexts)}>Paste captions</button>
            <button @click=${() => openTexts(example)}>Open example captions</button>
          </div>
        </li>
        <li>
          <h3>Labels of images</h3>
          <p class="small">
            2,000 invented images with eight objects: a model predicts “handbag” more often for women and “tie” more
            often for men. By how much does it exaggerate?
          </p>
          <div class="row">
            <button @click=${() => this.#openExample()}>Open example labels</button>
          </div>
        </li>
      </ul>
      ${this.keptStages()}
    `;
  }

  #play() {
    return html`
      <h1 tabindex="-1">Two hundred pictures</h1>
      <p class="soft">
        Simulated data: 100 pictures of women and 100 of men. A model learns how often each group is cooking, and then
        exaggerates or reduces the difference. All figures are computed from these pictures.
      </p>
      <div class="row actions">
        <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
      </div>
      <picture-play></picture-play>
    `;
  }

  protected override getStageTitle(stage: Stage | Start): string | undefined {
    switch (stage.at) {
      case 'columns':
        return `${stage.table.file.name}: choice of columns`;
      case 'pairs':
        return `${stage.table.file.name}: choice of columns`;
      case 'labels':
      case 'images':
        return `${stage.table.file.name}: report`;
      case 'texts':
        return 'Captions';
      case 'captions':
        return 'Captions: report';
      default:
        return undefined; // the pictures have their own address
    }
  }

  // The pictures can be opened from a link.
  protected override canOpen(address: string): boolean {
    return address === 'play';
  }

  protected override open(): Promise<void> {
    return this.goTo({ at: 'play' });
  }

  #columns(table: Table) {
    const { file, profile, choice } = table;
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">
        ${countText(profile.rows)} rows, ${countText(profile.columns.length)} columns. The use of each column was guessed from its name and values. Please check it.
      </p>
      ${this.problemNote()}
      <labels-form
        .profile=${profile}
        .choice=${choice}
        @choice-change=${(event: CustomEvent<Choice>) => {
          this.stage = { at: 'columns', table: { ...table, choice: event.detail } };
        }}
        @start-counting=${() => this.#count(table, { at: 'columns', table })}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></labels-form>
    `;
  }

  #labels(stage: Extract<Stage, { at: 'labels' }>) {
    const { table, results } = stage;
    return html`
      <h1 tabindex="-1">Bias amplification of the model</h1>
      <p class="soft">${table.file.name}, ${countText(results.rows)} rows</p>
      <div class="row actions">
        <button @click=${() => this.goTo({ at: 'columns', table })}>Change columns</button>
        ${this.#addable(table).map(
          (name) => html`<button @click=${() => this.#add(name, stage)}>Add attribute ${name}</button>`,
        )}
        <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
      </div>
      ${this.problemNote()}
      <labels-view .results=${results}></labels-view>
      ${saveButtons(async () => (await loadDocument()).describeLabels(results, table.file.name), { name: table.file.name, kind: 'amplification' })}
      <p class="small soft caveat">
        Confidence intervals are bootstrap intervals over rows; for MDBA, they come from swapping truth and prediction
        at random. Amplification compares predictions with the truth in
        these rows; a value of 0 means that they are as biased as the truth, not that they are free of bias.
      </p>
    `;
  }

  /** The columns that a click adds as attributes; the form offers all. */
  #addable({ profile, choice }: Table): string[] {
    const further = getFurther(profile, choice);
    const open = getMoreAttributes(profile, choice).filter((name) => !further.includes(name));
    return open.slice(0, maxButtons);
  }

  #add(name: string, from: Extract<Stage, { at: 'labels' }>): Promise<void> {
    const { profile, choice } = from.table;
    const moreAttributes = [...getFurther(profile, choice), name];
    return this.#count({ ...from.table, choice: { ...choice, moreAttributes } }, from);
  }

  #pairs({ table, asked }: Extract<Stage, { at: 'pairs' }>) {
    return html`
      <h1 tabindex="-1">${table.file.name}</h1>
      <p class="soft">
        ${countText(table.profile.rows)} rows with captions. Attackers predict the attribute, or the objects, from
        captions whose words for them are masked: from human captions, and from the model’s captions of the same images.
      </p>
      ${this.problemNote()}
      <image-captions-form
        .profile=${table.profile}
        .choice=${asked}
        @choice-change=${(event: CustomEvent<ImageCaptions>) => {
          this.stage = { at: 'pairs', table, asked: event.detail };
        }}
        @start-attack=${() => this.#attack({ at: 'pairs', table, asked })}
        @choose-labels=${() => this.goTo({ at: 'columns', table })}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></image-captions-form>
    `;
  }

  #images({ table, asked, results }: Extract<Stage, { at: 'images' }>) {
    const { result, images, omitted } = results;
    return html`
      <h1 tabindex="-1">Captions of the same images</h1>
      <p class="soft">
        ${table.file.name}, ${countText(images)} images${
          omitted > 0
            ? `; ${countText(omitted)} ${omitted === 1 ? 'row' : 'rows'} without a caption or attribute ${omitted === 1 ? 'was' : 'were'} omitted`
            : ''
        }
      </p>
      <div class="row actions">
        <button @click=${() => this.goTo({ at: 'pairs', table, asked })}>Change columns</button>
        <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
      </div>
      <result-view .result=${result}></result-view>
      ${saveButtons(result, { name: table.file.name, kind: asked.measure, source: table.file.name })}
    `;
  }

  #texts(texts: Texts) {
    return html`
      <h1 tabindex="-1">Captions</h1>
      ${this.problemNote()}
      <captions-form
        .texts=${texts}
        @texts-change=${(event: CustomEvent<Texts>) => {
          this.stage = { at: 'texts', texts: event.detail };
        }}
        @start-tagging=${() => this.#tag(texts)}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></captions-form>
    `;
  }

  #captions({ texts, results }: Extract<Stage, { at: 'captions' }>) {
    return html`
      <h1 tabindex="-1">Bias amplification of the captions</h1>
      <div class="row actions">
        <button @click=${() => this.goTo({ at: 'texts', texts })}>Change captions</button>
        <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
      </div>
      <captions-view .results=${results} ?hasOwnWords=${texts.words !== standardWords}></captions-view>
      ${saveButtons(async () => (await loadDocument()).describeCaptions(results), { name: 'captions', kind: 'amplification' })}
    `;
  }

  protected override receive(file: File): Promise<void> {
    return this.workShown(
      { title: file.name, label: `Reading ${file.name}` },
      { at: 'start' },
      async (signal, tell) => {
        const table = await this.#profile(file, signal, tell);
        const asked = guessCaptions(table.profile);
        return asked ? { at: 'pairs', table, asked } : { at: 'columns', table };
      },
    );
  }

  #openExample(): Promise<void> {
    const file = labelExample();
    return this.workShown({ title: file.name, label: 'Counting' }, { at: 'start' }, async (signal, tell) => {
      const table = await this.#profile(file, signal, tell);
      return this.#results(table, signal, tell);
    });
  }

  async #profile(file: File, signal: AbortSignal, tell: (news: News) => void): Promise<Table> {
    const onProgress = ({ done, total }: Progress) => tell({ share: done / total, note: 'Reading' });
    const profile = await run({ kind: 'profile', file }, { onProgress, signal });
    return { file, profile, choice: guess(profile) };
  }

  #count(table: Table, from: Stage): Promise<void> {
    return this.workShown({ title: table.file.name, label: `Counting ${table.file.name}` }, from, (signal, tell) =>
      this.#results(table, signal, tell),
    );
  }

  async #results(table: Table, signal: AbortSignal, onProgress: (news: News) => void): Promise<Stage> {
    const work: Work = { kind: 'labels', file: table.file, columns: getColumns(table.profile, table.choice) };
    const results = await ask<LabelResults, News>(workerUrl, work, { onProgress, signal });
    return { at: 'labels', table, results };
  }

  #attack(from: Extract<Stage, { at: 'pairs' }>): Promise<void> {
    const { table, asked } = from;
    return this.workShown(
      { title: table.file.name, label: 'Fitting attackers to captions' },
      from,
      async (signal, onProgress) => {
        const work: Work = { kind: 'images', file: table.file, asked };
        const results = await ask<ImageResults, News>(workerUrl, work, { onProgress, signal });
        return { at: 'images', table, asked, results };
      },
    );
  }

  #tag(texts: Texts): Promise<void> {
    const from: Stage = { at: 'texts', texts };
    return this.workShown({ title: 'Captions', label: 'Tagging' }, from, async (signal, onProgress) => {
      const words = wordsIn(texts.words) as WordLists; // the form needs nothing else
      const [train, test] = [getLines(texts.train), getLines(texts.test)];
      const captions = { ...texts, train, test, words };
      const work: Work = { kind: 'captions', texts: captions };
      const results = await ask<CaptionResults, News>(workerUrl, work, { onProgress, signal });
      return { at: 'captions', texts, results };
    });
  }

  static override styles = [
    ...TabElement.styles,
    cardStyle,
    css`
      li .row {
        margin-top: auto;
      }
    `,
  ];
}

const intro = html`
  <h1 tabindex="-1">Does the model amplify the bias in its data?</h1>
  <p class="lead">
    fairwasm compares how often an attribute and a label occur together in the true labels and in the predictions, pair
    by pair. It reports how much stronger the association is in the predictions, and shows the arithmetic of every
    number. All of it runs on your device.
  </p>
`;

customElements.define('amplification-tab', AmplificationTab);
