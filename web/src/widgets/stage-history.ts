// SPDX-License-Identifier: Apache-2.0
//
// The stages of a tab as entries of the browser's history, so that back and forward move between them. Stages contain
// files and results, which the history cannot store. They are stored here, and an entry identifies its stage by a key,
// which stage-store.ts can resolve after a reload or after the stage was discarded here.

let entries = 0;

// The number of entries that Chromium and Firefox keep, so that memory is bounded in a page that stays open all day.
const maxStages = 50;

// Different after each load of the page, because the history still contains earlier entries.
const newKey = () => `${performance.timeOrigin}-${++entries}`;

export class StageHistory<Stage> {
  readonly #tab: string;
  readonly #stages = new Map<string, Stage>();
  /** Key of the history entry that the tab shows. */
  #key: string | undefined;

  /** @param tab The tab's name in the address. */
  constructor(tab: string) {
    this.#tab = tab;
  }

  /** The address after the tab's name, such as "compas" in "#/audit/compas"; empty for the address of another tab. */
  get address(): string {
    const [, tab, address = ''] = location.hash.split(/[/?]/);
    return tab === this.#tab ? address : '';
  }

  /** Returns the stage of the browser's current entry, if there is one. */
  recall(): Stage | undefined {
    const key = getKey(history.state);
    return key === undefined ? undefined : this.#stages.get(key);
  }

  /** Key of the current history entry; undefined if the entry has no stage. */
  get key(): string | undefined {
    return getKey(history.state);
  }

  /** Key of the history entry that the tab shows; the browser may have left it already. */
  get shownKey(): string | undefined {
    return this.#key;
  }

  /** The query of the address. */
  get query(): URLSearchParams {
    return new URLSearchParams(location.hash.split('?')[1] ?? '');
  }

  /** Sets the query of the address for the current stage. */
  say(query: URLSearchParams): void {
    const text = query.toString();
    history.replaceState(history.state, '', `${this.#hash(this.address)}${text ? `?${text}` : ''}`);
  }

  /** Assigns a stage to the browser's current entry. */
  adopt(stage: Stage): void {
    this.#key = getKey(history.state);
    this.keep(stage);
  }

  /** Stores the state of the entry that was shown. */
  keep(stage: Stage): void {
    if (this.#key !== undefined) this.#remember(this.#key, stage);
  }

  // Discards the stage that was shown longest ago.
  #remember(key: string, stage: Stage): void {
    this.#stages.delete(key);
    this.#stages.set(key, stage);
    const [oldest] = this.#stages.keys();
    if (this.#stages.size > maxStages && oldest !== undefined) this.#stages.delete(oldest);
  }

  /** Shows the browser's current entry. */
  enter(): void {
    this.#key = getKey(history.state);
  }

  push(stage: Stage, address: string): void {
    history.pushState(this.#name(stage), '', this.#hash(address));
  }

  /** Assigns a stage and an address to the browser's current entry. */
  replace(stage: Stage, address: string): void {
    const state = this.#name(stage);
    if (address === this.address) history.replaceState(state, '');
    else history.replaceState(state, '', this.#hash(address));
  }

  #name(stage: Stage): { key: string } {
    this.#key = newKey();
    this.#remember(this.#key, stage);
    return { key: this.#key };
  }

  #hash(address: string): string {
    return `#/${this.#tab}${address === '' ? '' : `/${address}`}`;
  }
}

const getKey = (state: { key?: unknown } | null): string | undefined =>
  typeof state?.key === 'string' ? state.key : undefined;
