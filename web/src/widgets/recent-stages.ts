// SPDX-License-Identifier: Apache-2.0
//
// Lists earlier work that is still stored on the device, to reopen or delete it. Dispatches `reopen` with the key.

import { css, html, LitElement, nothing } from 'lit';
import { forgetAll, type KeptStage, keptIn, tidy } from './stage-store.js';
import { style } from './style.js';

const most = 3;

type Kept = Omit<KeptStage, 'stage'>;

export class RecentStages extends LitElement {
  static override properties = { tab: {}, stages: { state: true }, status: { state: true } };
  /** The tab's name in the address. */
  declare tab: string;
  declare stages: readonly Kept[];
  declare status: string | undefined;

  constructor() {
    super();
    this.stages = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void tidy()
      .then(() => keptIn(this.tab))
      .then((stages) => {
        this.stages = keepLatest(stages);
      });
  }

  override render() {
    return html`
      <div role="status" class="small soft">${this.status ?? nothing}</div>
      ${this.stages.length > 0 ? this.#list() : nothing}
    `;
  }

  #list() {
    return html`
      <section aria-labelledby="kept">
        <h2 id="kept">Continue where you left off</h2>
        <ul>
          ${this.stages.slice(0, most).map(
            ({ key, title, time }) => html`
              <li>
                <button class="plain" @click=${() => this.#reopen(key)}>${title}</button>
                <span class="small soft">${agoText(Date.now() - time)}</span>
              </li>
            `,
          )}
        </ul>
        <p class="small soft">
          Stored in this browser on this device for one week, including the files.
          <button class="plain small" @click=${this.#forget}>Forget everything now</button>
        </p>
      </section>
    `;
  }

  #reopen(key: string): void {
    this.dispatchEvent(new CustomEvent('reopen', { detail: key }));
  }

  async #forget(): Promise<void> {
    const isDone = await forgetAll();
    if (isDone) this.stages = [];
    this.status = isDone
      ? 'Deleted: nothing is stored on this device now.'
      : 'The browser could not delete the data. Reload the page and try again, or delete the data of this site in the ' +
        'browser’s settings.';
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 2.25rem;
      }
      ul {
        list-style: none;
        padding: 0;
        margin: 0.5rem 0 0;
      }
      li button,
      p button {
        padding-inline: 0;
      }
      li span {
        margin-inline-start: 0.75rem;
      }
    `,
  ];
}

// If several stages have the same title, only the latest stage is listed. Stages without a title can only be reached by
// their address.
const keepLatest = (stages: readonly Kept[]): Kept[] =>
  stages.filter(({ title }, i) => title !== '' && stages.findIndex((other) => other.title === title) === i);

function agoText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.round(hours / 24), 'day');
}

customElements.define('recent-stages', RecentStages);
