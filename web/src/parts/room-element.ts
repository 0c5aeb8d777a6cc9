// SPDX-License-Identifier: Apache-2.0
//
// What the rooms that work on data have in common: one stage is shown at a time, files reach the room from
// the whole page, and work ends where something can be done.

import { css, html, LitElement } from 'lit';
import type { Progress } from '../work/protocol.js';
import { focusHeading } from './heading.js';
import { listenForFiles } from './incoming.js';
import { type Problem, toProblem } from './problem.js';
import { leadStyle, style } from './style.js';
import './error-note.js';
import './work-progress.js';

/** All rooms begin here. */
export interface Start {
  at: 'start';
}

/** How far work is: bytes of a file, or a share and how that is said. */
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

export abstract class RoomElement<Stage extends { at: string }> extends LitElement {
  static override properties = {
    stage: { state: true },
    problem: { state: true },
    isOver: { state: true },
  };
  declare stage: Stage | Common;
  declare problem: Problem | undefined;
  /** Whether a file is being dragged over the page. */
  declare isOver: boolean;
  #stopListening = () => {};
  #abort: AbortController | undefined;

  constructor() {
    super();
    this.stage = { at: 'start' };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = listenForFiles({
      onFile: (file) => this.receive(file),
      onOver: (isOver) => {
        this.isOver = isOver;
      },
    });
  }

  override disconnectedCallback(): void {
    this.#stopListening();
    this.cancel();
    super.disconnectedCallback();
  }

  /** Takes a file that was dropped or pasted, or chosen. */
  protected abstract receive(file: File): Promise<void>;

  protected problemNote() {
    return html`<fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>`;
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
   * Shows `during` while work is done. Whatever happens, the room ends up where something can be done: at the
   * stage that comes of it, or at `from`, with the reason.
   */
  protected async work(
    during: Stage | Common,
    from: Stage | Start,
    work: (signal: AbortSignal) => Promise<Stage>,
  ): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    await this.goTo(during);
    try {
      await this.goTo(await work(abort.signal));
    } catch (error) {
      if (this.#abort !== abort) return; // other work took its place
      await this.goTo(from);
      if (!abort.signal.aborted) this.problem = toProblem(error);
    }
  }

  /** Ends the work that is being done. */
  protected cancel(): void {
    this.#abort?.abort();
  }

  /** Shows a stage and puts the focus on its heading, so that keyboard and screen reader follow. */
  protected async goTo(stage: Stage | Common): Promise<void> {
    this.problem = undefined;
    this.stage = stage;
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
