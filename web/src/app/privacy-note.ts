// SPDX-License-Identifier: Apache-2.0
//
// States how the page handles data, and how users can verify it without trusting the page.

import { css, html, LitElement } from 'lit';
import { canStore } from '../widgets/stage-store.js';
import { style } from '../widgets/style.js';

export class PrivacyNote extends LitElement {
  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Your data stays here, and you can verify it</h2>
        <div class="columns">
          <p>
            Your browser reads and analyzes your files on your device. Nothing is uploaded: this page has no server that
            could receive data. There are no cookies and no analytics.
            ${canStore ? stored : notStored}
          </p>
          <div>
            <p>Your browser enforces this, and you can verify it:</p>
            <ul>
              <li>
                <strong>Turn off the network.</strong> After the page has loaded once, disconnect, reload, and audit a
                file. Everything still works.
              </li>
              <li>
                <strong>Watch the network.</strong> Open your browser’s developer tools (F12), choose
                “Network”, and drop a file. The only requests are for this page’s own files.
              </li>
              <li>
                <strong>Read the rule.</strong> “View source” shows the Content-Security-Policy at the
                top of the page: it makes the browser block connections to any other site, from the
                page and from its workers.
              </li>
            </ul>
          </div>
        </div>
      </section>
    `;
  }

  static override styles = [
    style,
    css`
      section {
        border-top: 1px solid var(--rule);
        padding-top: 1.75rem;
        font-size: 0.9375rem;
        color: var(--soft);
      }
      h2 {
        font-size: 1.0625rem;
        color: var(--ink);
      }
      .columns {
        display: grid;
        gap: 0 3rem;
      }
      @media (min-width: 52rem) {
        .columns {
          grid-template-columns: 2fr 3fr;
        }
      }
      ul {
        margin: 0.5rem 0 0;
        padding-inline-start: 1.1rem;
        display: grid;
        gap: 0.5rem;
        max-width: 66ch;
      }
      strong {
        color: var(--ink);
        font-weight: 600;
      }
    `,
  ];
}

const stored =
  'The browser stores your last files on this device for one week, so that a reload loses nothing; you can delete ' +
  'them at the start of each tab.';
const notStored =
  'You opened this page as a file on your disk, so it stores nothing: other HTML files on the disk could read what it ' +
  'stores. Save a report before you close or reload the page.';

customElements.define('privacy-note', PrivacyNote);
