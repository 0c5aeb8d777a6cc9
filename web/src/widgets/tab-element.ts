// SPDX-License-Identifier: Apache-2.0
//
// The base class of tabs that work on data: they show one stage at a time, each an entry of the browser's history; they
// receive files dropped anywhere on the page; and canceled or failed work always ends at a stage with further
// actions.

import { css, html, LitElement } from 'lit';
import type { Progress } from '../worker/requests.js';
import { listenForFiles } from './dropped-files.js';
import { handedTo, handOver } from './handover.js';
import { focusHeading } from './heading.js';
import { isStored } from './is-stored.js';
import { type Problem, partMissing, toProblem } from './problem.js';
import { StageHistory } from './stage-history.js';
import { findStage, keepStage, keptIn } from './stage-store.js';
import { leadStyle, style } from './style.js';
import './error-note.js';
import './work-progress.js';

/** The first stage of every tab. */
export interface Start {
  at: 'start';
}

/** Progress: bytes of a file, or a fraction and its description. */
export interface Shown {
  progress?: Progress;
  share?: number;
  note?: string;
}

/** A stage that shows only the progress of work. */
export interface Working extends Shown {
  at: 'working';
  title: string;
  label: string;
}

const home = 'audit';

type Common = Start | Working;

// Otherwise, the entry could be a copy of another tab's, which stores its own stage under its name.
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
  /** Whether a part could not be loaded, which only a reload of the page can fix. */
  declare lacks: boolean;
  readonly #tab: string;
  readonly #history: StageHistory<Stage | Start>;
  #stopListening = () => {};
  /** The stage that is stored on the device. */
  #onDevice: Stage | Start | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** Cancels the current work. */
  #abort: AbortController | undefined;

  /** @param tab The tab's name in the address. */
  constructor(tab: string) {
    super();
    this.stage = { at: 'start' };
    this.lacks = false;
    this.#tab = tab;
    this.#history = new StageHistory(tab);
    // This also applies while another tab is shown, because the contents of this tab would also be lost.
    addEventListener('beforeunload', (event) => {
      const stage = this.#resting;
      if (!stage || stage.at === 'start' || this.#onDevice === stage) return;
      if (!this.canOpen(this.getAddress(stage))) event.preventDefault();
    });
    addEventListener('pagehide', () => this.#keepSoon(0));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = listenForFiles({
      onFile: (file) => void this.#accept(file),
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

  // The Audit tab shows saved results of all kinds.
  async #accept(file: File): Promise<void> {
    if (this.#tab !== home && (await isStored(file))) handOver(home, file);
    else await this.receive(file);
  }

  override disconnectedCallback(): void {
    this.#stopListening();
    this.#keep();
    this.cancel();
    super.disconnectedCallback();
  }

  /** Returns the stage's name in the address, after the tab's name. */
  protected getAddress({ at }: Stage | Start): string {
    return at === 'start' ? '' : at;
  }

  /** Returns the title under which a stage is stored on the device; undefined if it is not stored. */
  protected getStageTitle(_stage: Stage | Start): string | undefined {
    return undefined;
  }

  /** Loads the parts without which a stored stage cannot be shown. */
  protected async prepare(_stage: Stage | Start): Promise<void> {}

  /** Returns a stage that is shown again, with the parts that it needs. */
  protected resumed(stage: Stage | Start): Stage | Start {
    return stage;
  }

  /** Details of the stage in the address, in addition to its name. */
  protected get query(): URLSearchParams {
    return this.#history.query;
  }

  /** Sets the details in the address. */
  protected say(query: URLSearchParams): void {
    if (this.isConnected) this.#history.say(query);
  }

  /** Returns whether an address is sufficient to open its stage. */
  protected canOpen(_address: string): boolean {
    return false;
  }

  /** Opens the stage of an address. */
  protected async open(_address: string): Promise<void> {}

  /** Follows the browser within the tab: back, forward, or to another address. */
  async follow(): Promise<void> {
    this.#keep();
    this.cancel();
    this.#abort = undefined; // results of the work are ignored
    this.problem = undefined;
    await (this.#settle() ?? this.#arrive());
  }

  // Shows the stage of the browser's entry: a known stage, the current stage, a stage stored on the device, the
  // stage that the address names, or the start.
  #settle(): Promise<void> | undefined {
    const { address, key } = this.#history;
    const known = this.#history.recall();
    if (known) {
      this.#history.enter();
      this.stage = this.resumed(known);
    } else if (key === undefined && this.#resting && this.getAddress(this.#resting) === address) {
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

  // Finds the stage that the browser's entry had before the page was reloaded.
  async #restore(address: string, key: string | undefined): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.stage = { at: 'working', title: 'Reopening your previous work', label: 'Opening' };
    const tab = this.#tab;
    const byKey = key === undefined ? undefined : await findStage({ key });
    const found = byKey ?? (this.canOpen(address) ? undefined : await findStage({ tab, address }));
    const stage = found as Stage | undefined;
    const isReady = await this.prepare(stage ?? { at: 'start' }).then(
      () => true,
      () => false,
    );
    if (this.#abort !== abort || !this.isConnected) return; // replaced by other work meanwhile
    this.#abort = undefined;
    if (stage && isReady && this.getAddress(stage) === address) {
      if (byKey && wasReloaded()) this.#history.adopt(stage);
      else this.#history.replace(stage, address);
      this.#onDevice = stage;
      await this.#show(this.resumed(stage));
    } else if (this.canOpen(address)) await this.open(address);
    else this.#begin();
    if (!isReady) this.problem = partMissing;
  }

  /** Shows a stage that is stored on the device in the same way as a new stage. */
  protected async reopen(key: string): Promise<void> {
    const stage = (await findStage({ key })) as Stage | undefined;
    if (!stage) return;
    await this.prepare(stage);
    await this.goTo(this.resumed(stage));
  }

  protected override updated(): void {
    if (this.#resting && this.#resting !== this.#onDevice) this.#keepSoon(150);
  }

  // This is delayed so that keystrokes in a form do not each store the stage.
  #keepSoon(milliseconds: number): void {
    clearTimeout(this.#keeping);
    const stage = this.#resting;
    const key = this.#history.shownKey;
    const title = stage && this.getStageTitle(stage);
    if (!stage || stage === this.#onDevice || key === undefined || title === undefined) return;
    const keep = async () => {
      const address = this.getAddress(stage);
      const kept = { key, tab: this.#tab, address, title, time: Date.now(), stage };
      if (await keepStage(kept)) this.#onDevice = stage;
    };
    if (milliseconds > 0) this.#keeping = setTimeout(keep, milliseconds);
    else void keep();
  }

  /** The current stage, unless work is in progress. */
  get #resting(): Stage | Start | undefined {
    return this.#abort ? undefined : (this.stage as Stage | Start);
  }

  #keep(): void {
    if (!this.#resting) return;
    this.#history.keep(this.#resting);
    this.#keepSoon(0);
  }

  /** Receives a file that was dropped, pasted, or chosen. */
  protected abstract receive(file: File): Promise<void>;

  protected problemNote() {
    const lacks = this.lacks && this.stage.at !== 'start';
    const problem = this.problem ?? (lacks ? partMissing : undefined);
    return html`<fairwasm-error-note .problem=${problem}></fairwasm-error-note>`;
  }

  /**
   * Waits for a part that is loaded on demand. If loading fails, the rest remains usable, and a message names the
   * missing part.
   */
  protected need(part: Promise<unknown>): void {
    part.catch(() => {
      this.lacks = true;
    });
  }

  /** Lists the work of this tab that is stored on the device. */
  protected keptStages() {
    loadIfStored(this.#tab).catch((error: unknown) => console.error(error));
    const reopen = (event: CustomEvent<string>) => this.reopen(event.detail);
    return html`<recent-stages tab=${this.#tab} @reopen=${reopen}></recent-stages>`;
  }

  /** Renders the progress of work, and the button that cancels it. */
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

  /** Does work that reports its progress; see {@link work}. */
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
   * Shows `during` while work is done. The tab always ends at a stage with further actions: the result of the work,
   * or `from` with the error.
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
    const isLeft = () => this.#abort !== abort; // other work, or another stage
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

  /** Shows a stage as a new history entry, so that the browser's back button returns to the previous one. */
  protected async goTo(stage: Stage | Start): Promise<void> {
    this.#keep();
    await this.#enter(stage);
  }

  async #enter(stage: Stage | Start): Promise<void> {
    const address = this.getAddress(stage);
    if (this.isConnected) {
      const isOpening = this.#history.recall() === undefined && this.#history.address === address;
      if (isOpening) this.#history.replace(stage, address);
      else this.#history.push(stage, address);
    }
    await this.#show(stage);
  }

  /** Shows a stage during work that only adds results to it. */
  protected meanwhile(stage: Stage): Promise<void> {
    return this.#show(stage);
  }

  // Returns to the stage in which the work began; this is a new entry only if the work started again.
  async #return(stage: Stage | Start): Promise<void> {
    const isThere = this.getAddress(stage) === this.#history.address;
    await (isThere ? this.#show(stage) : this.#enter(stage));
  }

  async #show(stage: Stage | Common): Promise<void> {
    const isThere = this.stage.at === stage.at; // and may be in use
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

// A first visit has no earlier work to list.
async function loadIfStored(tab: string): Promise<void> {
  const stages = await keptIn(tab);
  if (stages.length > 0) await import('./recent-stages.js');
}
