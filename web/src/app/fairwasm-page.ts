// SPDX-License-Identifier: Apache-2.0
//
// The shell: header, navigation, the tab of the current address, and the privacy note.

import { css, html, LitElement, nothing } from 'lit';
import { handOver } from '../widgets/handover.js';
import { focusHeading } from '../widgets/heading.js';
import { style } from '../widgets/style.js';
import { openedFile } from './opened-file.js';
import { type Tab, tabAt, tabs } from './tabs.js';
import './privacy-note.js';

export class FairwasmPage extends LitElement {
  static override properties = { tab: { state: true }, failure: { state: true } };
  declare tab: Tab | undefined;
  declare failure: string | undefined;
  /** The last address of each tab. */
  readonly #left = new Map<string, string>();
  /** The elements of opened tabs, which keep their content. */
  readonly #elements = new Map<string, Element>();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#change);
    addEventListener('popstate', this.#follow);
    void this.#start();
  }

  async #start(): Promise<void> {
    const file = location.search === '' ? undefined : await openedFile();
    if (file) handOver(tabs[0].id, file);
    await this.#open();
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#change);
    removeEventListener('popstate', this.#follow);
    super.disconnectedCallback();
  }

  override render() {
    return html`
      <header>
        <a class="skip" href=${`#/${this.tab?.id ?? ''}`} @click=${this.#skip}>Skip to content</a>
        <a class="mark" href="#/${tabs[0].id}" aria-label="fairwasm home" @click=${this.#restart}>${mark} fairwasm</a>
        <nav aria-label="Tabs">${tabs.map((tab) => this.#link(tab))}</nav>
        <p class="promise">${lock} Your files stay on this device</p>
      </header>
      <main id="content" tabindex="-1">
        ${this.failure ? html`<p role="alert">${this.failure}</p>` : this.tab && this.#getElement(this.tab)}
      </main>
      <footer>
        <privacy-note></privacy-note>
        ${documentation ? html`<p><a href=${documentation}>Documentation</a></p>` : nothing}
      </footer>
    `;
  }

  #getElement({ id }: Tab): Element {
    const element = this.#elements.get(id) ?? document.createElement(`${id}-tab`);
    this.#elements.set(id, element);
    return element;
  }

  #link({ id, title }: Tab) {
    // Switching to another tab restores its last state; the link of the current tab leads to its start.
    const href = (id !== this.tab?.id && this.#left.get(id)) || `#/${id}`;
    return html`<a href=${href} aria-current=${this.tab?.id === id ? 'page' : 'false'}>${title}</a>`;
  }

  #skip(event: Event): void {
    event.preventDefault();
    this.renderRoot.querySelector('main')?.focus();
  }

  // A link to the current address has no effect, unless the tab is busy.
  #restart(event: Event): void {
    if ((event.currentTarget as HTMLAnchorElement).hash === location.hash) this.#follow();
  }

  #follow = (): void => {
    if (tabAt(location.hash) === this.tab) void this.#view?.follow?.();
  };

  #change = ({ oldURL }: HashChangeEvent): void => {
    const { hash } = new URL(oldURL);
    this.#left.set(tabAt(hash).id, hash);
    void this.#open();
  };

  get #view(): (Element & { follow?: () => Promise<void> }) | null {
    return this.renderRoot.querySelector('main > *');
  }

  async #open(): Promise<void> {
    const tab = tabAt(location.hash);
    const isFirst = this.tab === undefined;
    const failure = await tab.load().then(
      () => undefined,
      () => `“${tab.title}” could not be loaded. Check the connection and reload the page.`,
    );
    if (tab !== tabAt(location.hash)) return; // another tab was opened in the meantime
    if (tab === this.tab && failure === this.failure) return; // only the tab's own part changed
    this.failure = failure;
    this.tab = tab;
    document.title = `${tab.title} · fairwasm`;
    if (isFirst) return;
    await this.updateComplete;
    scrollTo({ top: 0 });
    if (this.#view) await focusHeading(this.#view);
  }

  static override styles = [
    style,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100vh;
      }
      header,
      main,
      footer {
        width: 100%;
        max-width: 72rem;
        margin-inline: auto;
        padding-inline: clamp(1rem, 4vw, 2.5rem);
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 1.75rem;
        padding-block: 1.1rem;
      }
      .mark {
        display: inline-flex;
        align-items: center;
        gap: 0.55rem;
        font-weight: 680;
        font-size: 1.125rem;
        letter-spacing: -0.015em;
        color: var(--ink);
        text-decoration: none;
        padding-block: 0.4rem;
      }
      .mark svg {
        color: var(--accent);
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 0 1.25rem;
      }
      nav a {
        color: var(--soft);
        text-decoration: none;
        padding-block: 0.4rem;
        border-bottom: 2px solid transparent;
      }
      nav a:hover {
        color: var(--accent);
      }
      nav a[aria-current='page'] {
        color: var(--ink);
        border-color: var(--accent);
      }
      @media (forced-colors: active) {
        /* There a transparent border is seen. */
        nav a {
          border-color: Canvas;
        }
        nav a[aria-current='page'] {
          border-color: Highlight;
        }
      }
      .promise {
        display: inline-flex;
        align-items: center;
        gap: 0.45rem;
        margin: 0 0 0 auto;
        font-size: 0.875rem;
        color: var(--soft);
      }
      .promise svg {
        flex: none;
      }
      @media (max-width: 40rem) {
        nav {
          gap: 0 0.9rem;
          font-size: 0.875rem;
        }
        .promise {
          margin-left: 0;
          width: 100%;
        }
      }
      main {
        flex: 1;
        padding-block: clamp(1rem, 3vw, 2.25rem) 4rem;
      }
      main:focus {
        outline: none;
      }
      footer {
        padding-block: 0 3rem;
      }
      @media print {
        nav,
        .promise,
        footer {
          display: none;
        }
        main {
          padding-block: 0;
        }
      }
      .skip {
        position: absolute;
        left: 1rem;
        top: -5rem;
        z-index: 1;
        background: var(--card);
        padding: 0.6rem 1rem;
        border-radius: 8px;
      }
      .skip:focus {
        top: 0.5rem;
      }
    `,
  ];
}

// index.html states whether the site also contains the documentation; see scripts/docs.mjs.
const documentation = document.querySelector<HTMLMetaElement>('meta[name="fairwasm-documentation"]')?.content;

const mark = html`<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="currentColor" />
  <g fill="var(--on-accent)">
    <rect x="7" y="9" width="18" height="2.5" rx="1.25" opacity=".45" />
    <rect x="7" y="20.5" width="18" height="2.5" rx="1.25" opacity=".45" />
    <circle cx="12" cy="10.25" r="3.6" />
    <circle cx="20.5" cy="21.75" r="3.6" />
  </g>
</svg>`;

const lock = html`<svg width="14" height="16" viewBox="0 0 14 16" aria-hidden="true">
  <rect x="1" y="7" width="12" height="8" rx="2" fill="currentColor" />
  <path d="M4 7V4.500a3 3 0 0 1 6 0V7" fill="none" stroke="currentColor" stroke-width="1.6" />
</svg>`;

customElements.define('fairwasm-page', FairwasmPage);
