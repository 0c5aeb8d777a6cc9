// SPDX-License-Identifier: Apache-2.0
//
// Whether the page is being printed; some content is shown partially on the screen but completely on paper.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Print implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #isOn = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  hostConnected(): void {
    addEventListener('beforeprint', this.#begin);
    addEventListener('afterprint', this.#end);
  }

  hostDisconnected(): void {
    removeEventListener('beforeprint', this.#begin);
    removeEventListener('afterprint', this.#end);
  }

  readonly #begin = (): void => this.#set(true);
  readonly #end = (): void => this.#set(false);

  #set(isOn: boolean): void {
    this.#isOn = isOn;
    this.#host.requestUpdate();
  }
}
