// SPDX-License-Identifier: Apache-2.0
//
// The stages of a tab as entries of the browser's history, so that back and forward lead from one to the
// next. Stages hold files and results, which the history could not keep: they are kept here, and an entry
// names its stage by a key, by which stage-store.ts finds it after the page was loaded again, or after it was
// forgotten here.

let entries = 0;

// As many as Chromium and Firefox have entries: a page that is used all day holds no more than that.
const maxStages = 50;

// Not the same after the page was loaded again, as the history still has the entries of before.
const newKey = () => `${performance.timeOrigin}-${++entries}`;

export class StageHistory<Stage> {
  readonly #tab: string;
  readonly #stages = new Map<string, Stage>();
  /** Key of the history entry that the tab shows. */
  #key: string | undefined;

  /** `tab` is its part of the address. */
  constructor(tab: string) {
    this.#tab = tab;
  }

  /** What follows the tab's name in the address: "compas" of "#/audit/compas"; nothing where it is another's. */
  get address(): string {
    const [, tab, address = ''] = location.hash.split(/[/?]/);
    return tab === this.#tab ? address : '';
  }

  /** The stage of the entry that the browser is at, where it is known. */
  recall(): Stage | undefined {
    const key = keyOf(history.state);
    return key === undefined ? undefined : this.#stages.get(key);
  }

  /** Key of the current history entry; undefined if the entry has no stage. */
  get key(): string | undefined {
    return keyOf(history.state);
  }

  /** Key of the history entry that the tab shows; the browser may have left it already. */
  get shownKey(): string | undefined {
    return this.#key;
  }

  /** What follows the address after a question mark. */
  get query(): URLSearchParams {
    return new URLSearchParams(location.hash.split('?')[1] ?? '');
  }

  /** Has the address say more of the stage that is shown. */
  say(query: URLSearchParams): void {
    const text = query.toString();
    history.replaceState(history.state, '', `${this.#hash(this.address)}${text ? `?${text}` : ''}`);
  }

  /** Takes a stage for that of the entry that the browser is at. */
  adopt(stage: Stage): void {
    this.#key = keyOf(history.state);
    this.keep(stage);
  }

  /** Remembers how the entry that was shown was left. */
  keep(stage: Stage): void {
    if (this.#key !== undefined) this.#remember(this.#key, stage);
  }

  // The one that was shown longest ago goes first.
  #remember(key: string, stage: Stage): void {
    this.#stages.delete(key);
    this.#stages.set(key, stage);
    const [oldest] = this.#stages.keys();
    if (this.#stages.size > maxStages && oldest !== undefined) this.#stages.delete(oldest);
  }

  /** Shows the entry that the browser is at. */
  enter(): void {
    this.#key = keyOf(history.state);
  }

  push(stage: Stage, address: string): void {
    history.pushState(this.#name(stage), '', this.#hash(address));
  }

  /** Has the entry that the browser is at stand for a stage. */
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

const keyOf = (state: { key?: unknown } | null): string | undefined =>
  typeof state?.key === 'string' ? state.key : undefined;
