// SPDX-License-Identifier: Apache-2.0
//
// What the tabs that work on data have in common: one stage is shown at a time and is an entry of the
// browser's history, files reach the tab from the whole page, and work ends where something can be done.

import { css, html, LitElement } from 'lit';
import type { Progress } from '../work/requests.js';
import { listenForFiles } from './dropped-files.js';
import { handedTo } from './handover.js';
import { focusHeading } from './heading.js';
import { type Problem, partMissing, toProblem } from './problem.js';
import { StageHistory } from './stage-history.js';
import { findStage, keepStage } from './stage-store.js';
import { leadStyle, style } from './style.js';
import './error-note.js';
import './recent-stages.js';
import './work-progress.js';

/** All tabs begin here. */
export interface Start {
  at: 'start';
}

/** Progress: bytes of a file, or a fraction and its description. */
export interface Shown {
  progress?: Progress;
  share?: number;
  note?: string;
}

/** While work is done that shows nothing but how far it is. */
export interface Working extends Shown {
  at: 'working';
  title: string;
  label: string;
}

type Common = Start | Working;

// Else the entry may be a copy of another tab's, which keeps its own stage under its name.
const wasReloaded = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
};

export abstract class TabElement<Stage extends { at: string }> extends LitElement {
  static override properties = {
    stage: { state: true },
    problem: { state: true },
    isOver: { state: true },
    lacks: { state: true },
  };
  declare stage: Stage | Common;
  declare problem: Problem | undefined;
  /** True while a file is dragged over the page. */
  declare isOver: boolean;
  /** Whether a part could not be loaded, which only loading the page again mends. */
  declare lacks: boolean;
  readonly #tab: string;
  readonly #history: StageHistory<Stage | Start>;
  #stopListening = () => {};
  /** The stage that the device has. */
  #onDevice: Stage | Start | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** Of the work that is being done. */
  #abort: AbortController | undefined;

  /** `tab` is its part of the address. */
  constructor(tab: string) {
    super();
    this.stage = { at: 'start' };
    this.lacks = false;
    this.#tab = tab;
    this.#history = new StageHistory(tab);
    // Also while another tab is shown: what this one holds would be lost all the same.
    addEventListener('beforeunload', (event) => {
      const stage = this.#resting;
      if (!stage || stage.at === 'start' || this.#onDevice === stage) return;
      if (!this.canOpen(this.addressOf(stage))) event.preventDefault();
    });
    addEventListener('pagehide', () => this.#keepSoon(0));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = listenForFiles({
      onFile: (file) => this.receive(file),
      onOver: (isOver) => {
        this.isOver = isOver;
      },
    });
    const files = handedTo(this.#tab);
    if (files.length > 0) this.stage = { at: 'start' };
    void (files.length > 0 ? this.#receiveAll(files) : this.#settle());
  }

  async #receiveAll(files: readonly File[]): Promise<void> {
    for (const file of files) await this.receive(file);
  }

  override disconnectedCallback(): void {
    this.#stopListening();
    this.#keep();
    this.cancel();
    super.disconnectedCallback();
  }

  /** What names a stage in the address, after the tab. */
  protected addressOf({ at }: Stage | Start): string {
    return at === 'start' ? '' : at;
  }

  /** What a stage is called where it is kept on the device; undefined: it is not kept there. */
  protected titleOf(_stage: Stage | Start): string | undefined {
    return undefined;
  }

  /** A stage that is shown again, with what it needs to be. */
  protected resumed(stage: Stage | Start): Stage | Start {
    return stage;
  }

  /** What the address says of the stage beside its name. */
  protected get query(): URLSearchParams {
    return this.#history.query;
  }

  /** Has the address say it. */
  protected say(query: URLSearchParams): void {
    if (this.isConnected) this.#history.say(query);
  }

  /** Whether an address says enough to open what it names. */
  protected canOpen(_address: string): boolean {
    return false;
  }

  /** Opens it. */
  protected async open(_address: string): Promise<void> {}

  /** Goes where the browser went within the tab: back, forward, or to another address. */
  async follow(): Promise<void> {
    this.#keep();
    this.cancel();
    this.#abort = undefined; // so that nothing comes of the work any more
    this.problem = undefined;
    await (this.#settle() ?? this.#arrive());
  }

  // Shows what the browser's entry stands for: a stage that is known, the one that is held, one that is kept on the
  // device, what the address names, or the start.
  #settle(): Promise<void> | undefined {
    const { address, key } = this.#history;
    const known = this.#history.recall();
    if (known) {
      this.#history.enter();
      this.stage = this.resumed(known);
    } else if (key === undefined && this.#resting && this.addressOf(this.#resting) === address) {
      this.#history.replace(this.#resting, address);
    } else if (address !== '' && (key !== undefined || !this.canOpen(address))) {
      return this.#restore(address, key);
    } else if (this.canOpen(address)) {
      return this.open(address);
    } else {
      this.#begin();
    }
    return undefined;
  }

  #begin(): void {
    this.stage = { at: 'start' };
    this.#history.replace({ at: 'start' }, '');
  }

  // What the browser's entry stood for before the page was loaded again.
  async #restore(address: string, key: string | undefined): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.stage = { at: 'working', title: 'Opening your last work', label: 'Opening' };
    const tab = this.#tab;
    const byKey = key === undefined ? undefined : await findStage({ key });
    const found = byKey ?? (this.canOpen(address) ? undefined : await findStage({ tab, address }));
    if (this.#abort !== abort || !this.isConnected) return; // something else was asked for meanwhile
    this.#abort = undefined;
    const stage = found as Stage | undefined;
    if (stage && this.addressOf(stage) === address) {
      if (byKey && wasReloaded()) this.#history.adopt(stage);
      else this.#history.replace(stage, address);
      this.#onDevice = stage;
      await this.#show(this.resumed(stage));
    } else if (this.canOpen(address)) await this.open(address);
    else this.#begin();
  }

  /** Shows a stage that is kept on the device, as if it had just been reached. */
  protected async reopen(key: string): Promise<void> {
    const stage = (await findStage({ key })) as Stage | undefined;
    if (stage) await this.goTo(this.resumed(stage));
  }

  protected override updated(): void {
    if (this.#resting && this.#resting !== this.#onDevice) this.#keepSoon(150);
  }

  // Not at every stroke in a form.
  #keepSoon(milliseconds: number): void {
    clearTimeout(this.#keeping);
    const stage = this.#resting;
    const key = this.#history.shownKey;
    const title = stage && this.titleOf(stage);
    if (!stage || stage === this.#onDevice || key === undefined || title === undefined) return;
    const keep = async () => {
      const address = this.addressOf(stage);
      const kept = { key, tab: this.#tab, address, title, time: Date.now(), stage };
      if (await keepStage(kept)) this.#onDevice = stage;
    };
    if (milliseconds > 0) this.#keeping = setTimeout(keep, milliseconds);
    else void keep();
  }

  /** The stage, where no work is being done. */
  get #resting(): Stage | Start | undefined {
    return this.#abort ? undefined : (this.stage as Stage | Start);
  }

  #keep(): void {
    if (!this.#resting) return;
    this.#history.keep(this.#resting);
    this.#keepSoon(0);
  }

  /** Takes a file that was dropped or pasted, or chosen. */
  protected abstract receive(file: File): Promise<void>;

  protected problemNote() {
    const lacks = this.lacks && this.stage.at !== 'start';
    const problem = this.problem ?? (lacks ? partMissing : undefined);
    return html`<fairwasm-error-note .problem=${problem}></fairwasm-error-note>`;
  }

  /** Takes a part that comes by itself: without it the rest stands, and it is said that something is missing. */
  protected need(part: Promise<unknown>): void {
    part.catch(() => {
      this.lacks = true;
    });
  }

  /** Lists the work of this tab that is stored on the device. */
  protected keptStages() {
    const reopen = (event: CustomEvent<string>) => this.reopen(event.detail);
    return html`<recent-stages tab=${this.#tab} @reopen=${reopen}></recent-stages>`;
  }

  /** How far work is, and the button that ends it. */
  protected working({ title, label, progress, share, note }: Working) {
    return html`
      <h1 tabindex="-1">${title}</h1>
      <work-progress
        .label=${label}
        .progress=${progress}
        .share=${share}
        .note=${note}
        @cancel-work=${this.cancel}
      ></work-progress>
    `;
  }

  /** Does work that tells how far it is; see {@link work}. */
  protected workShown(
    { title, label }: Pick<Working, 'title' | 'label'>,
    from: Stage | Start,
    work: (signal: AbortSignal, tell: (shown: Shown) => void) => Promise<Stage>,
  ): Promise<void> {
    const during = (shown: Shown): Working => ({ at: 'working', title, label, ...shown });
    const tell = (shown: Shown) => {
      this.stage = during(shown);
    };
    return this.work(during({}), from, (signal) => work(signal, tell));
  }

  /**
   * Shows `during` while work is done. Whatever happens, the tab ends up where something can be done: at the
   * stage that comes of it, or at `from`, with the reason.
   */
  protected async work(
    during: Stage | Common,
    from: Stage | Start,
    work: (signal: AbortSignal) => Promise<Stage>,
  ): Promise<void> {
    this.#keep();
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    await this.#show(during);
    const isLeft = () => this.#abort !== abort; // for other work, or for another stage
    try {
      const next = await work(abort.signal);
      if (isLeft()) return;
      this.#abort = undefined;
      await this.#enter(next);
    } catch (error) {
      if (isLeft()) return;
      this.#abort = undefined;
      await this.#return(from);
      if (!abort.signal.aborted) this.problem = toProblem(error);
    }
  }

  /** Stops the current work. */
  protected cancel(): void {
    this.#abort?.abort();
  }

  /** Goes on to a stage, from which the browser leads back to the one before. */
  protected async goTo(stage: Stage | Start): Promise<void> {
    this.#keep();
    await this.#enter(stage);
  }

  async #enter(stage: Stage | Start): Promise<void> {
    const address = this.addressOf(stage);
    if (this.isConnected) {
      const isOpening = this.#history.recall() === undefined && this.#history.address === address;
      if (isOpening) this.#history.replace(stage, address);
      else this.#history.push(stage, address);
    }
    await this.#show(stage);
  }

  /** Shows a stage while work goes on, which ends at the same one with more known. */
  protected meanwhile(stage: Stage): Promise<void> {
    return this.#show(stage);
  }

  // Back to where work began, which is another entry only if the work began anew.
  async #return(stage: Stage | Start): Promise<void> {
    const isThere = this.addressOf(stage) === this.#history.address;
    await (isThere ? this.#show(stage) : this.#enter(stage));
  }

  async #show(stage: Stage | Common): Promise<void> {
    const isThere = this.stage.at === stage.at; // and somebody is busy with it
    this.problem = undefined;
    this.stage = stage;
    if (!isThere) await this.#arrive();
  }

  // Puts the focus on the heading, so that keyboard and screen reader follow.
  async #arrive(): Promise<void> {
    await this.updateComplete;
    if (!this.isConnected) return;
    scrollTo({ top: 0 });
    await focusHeading(this);
  }

  static override styles = [
    style,
    leadStyle,
    css`
      h1 {
        overflow-wrap: anywhere;
      }
      .actions {
        margin-top: 1rem;
      }
      .caveat {
        margin-top: 2.5rem;
        padding-top: 1.25rem;
        border-top: 1px solid var(--rule);
      }
    `,
  ];
}
