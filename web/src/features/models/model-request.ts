// SPDX-License-Identifier: Apache-2.0
//
// A section of the tab that sends one request to the model, and shows its progress, result, or error.

import type { PropertyDeclarations } from 'lit';
import { WorkingElement } from '../../widgets/working-element.js';
import { ask } from '../../worker/ask.js';
import type { Answer, Asked, News, Question, Setup } from './protocol.js';
import workerUrl from './worker.ts?worker&url';

/** Sends a request to the worker of this tab. */
export const askModel = <Q extends Question>(
  kind: Q,
  setup: Setup,
  asked: Asked<Q>,
  options: { onProgress?: (share: News) => void; signal?: AbortSignal } = {},
): Promise<Answer<Q>> => ask<Answer<Q>, News>(workerUrl, { kind, setup, ...asked }, options);

export abstract class Asking extends WorkingElement {
  static override properties: PropertyDeclarations = { setup: { attribute: false } };
  declare setup: Setup;

  /** Resolves with the response, or with undefined if it is obsolete; errors are shown. */
  protected answer<Q extends Question>(kind: Q, asked: Asked<Q>): Promise<Answer<Q> | undefined> {
    return this.work(({ onProgress, signal }) => {
      const tell = (share: number) => onProgress({ done: share, total: 1, note: `${Math.floor(100 * share)}%` });
      tell(0);
      return askModel(kind, this.setup, asked, { onProgress: tell, signal });
    });
  }
}
