// SPDX-License-Identifier: Apache-2.0
//
// Base class of sections that compute something in a worker: shows progress, cancels, and shows the error.

import { html, LitElement, nothing, type PropertyDeclarations } from 'lit';
import type { Progress } from '../worker/requests.js';
import { type Problem, toProblem } from './problem.js';
import './error-note.js';
import './work-progress.js';

export abstract class WorkingElement extends LitElement {
  static override properties: PropertyDeclarations = {
    progress: { state: true },
    abort: { state: true },
    problem: { state: true },
  };
  declare progress: Progress | undefined;
  /** Cancels the work; undefined if there is none. */
  declare abort: AbortController | undefined;
  declare problem: Problem | undefined;

  override disconnectedCallback(): void {
    this.abort?.abort();
    super.disconnectedCallback();
  }

  /** Resolves with the result, or with undefined if the work failed or was canceled, also by other work. */
  protected async work<Result>(
    start: (options: { onProgress: (progress: Progress) => void; signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result | undefined> {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.problem = undefined;
    this.progress = undefined;
    const onProgress = (progress: Progress) => {
      if (this.abort === abort) this.progress = progress;
    };
    try {
      return await start({ onProgress, signal: abort.signal });
    } catch (error) {
      if (!abort.signal.aborted) this.problem = toProblem(error);
      return undefined;
    } finally {
      if (this.abort === abort) this.abort = undefined;
    }
  }

  /** The progress of the work with a button that cancels it, and the error. */
  protected progressOf(label: string) {
    return html`
      ${
        this.abort
          ? html`<work-progress
              label=${label}
              .progress=${this.progress}
              .note=${this.progress?.note}
              @cancel-work=${() => this.abort?.abort()}
            ></work-progress>`
          : nothing
      }
      <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
    `;
  }
}
