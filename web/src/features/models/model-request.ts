// SPDX-License-Identifier: Apache-2.0
//
// A section of the tab that sends one request to the model, and shows its progress, result, or error.

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { ask } from '../../worker/ask.js';
import type { Answer, Asked, News, Question, Setup } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import '../../widgets/error-note.js';
import '../../widgets/work-progress.js';

/** Sends a request to the worker of this tab. */
export const askModel = <Q extends Question>(
  kind: Q,
  setup: Setup,
  asked: Asked<Q>,
  options: { onProgress?: (share: News) => void; signal?: AbortSignal } = {},
): Promise<Answer<Q>> => ask<Answer<Q>, News>(workerUrl, { kind, setup, ...asked }, options);

export abstract class Asking extends LitElement {
  static override properties = {
    setup: { attribute: false },
    share: { state: true },
    problem: { state: true },
  };
  declare setup: Setup;
  /** Set while a request is running. */
  declare share: number | undefined;
  declare problem: Problem | undefined;
  #abort: AbortController | undefined;

  override disconnectedCallback(): void {
    this.#abort?.abort();
    super.disconnectedCallback();
  }

  /** Resolves with the response, or with undefined if it is obsolete; errors are shown. */
  protected async answer<Q extends Question>(
    kind: Q,
    asked: Asked<Q>,
  ): Promise<Answer<Q> | undefined> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.problem = undefined;
    this.share = 0;
    const onProgress = (share: number) => {
      if (this.#abort === abort) this.share = share;
    };
    try {
      return await askModel(kind, this.setup, asked, { onProgress, signal: abort.signal });
    } catch (error) {
      if (!abort.signal.aborted) this.problem = toProblem(error);
      return undefined;
    } finally {
      if (this.#abort === abort) this.share = undefined;
    }
  }

  /** The progress and the error. */
  protected news(label: string): TemplateResult | typeof nothing {
    if (this.share !== undefined) {
      return html`<work-progress
        .label=${label}
        .share=${this.share}
        .note=${`${Math.floor(100 * this.share)}%`}
        @cancel-work=${() => this.#abort?.abort()}
      ></work-progress>`;
    }
    return this.problem
      ? html`<fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>`
      : nothing;
  }
}
