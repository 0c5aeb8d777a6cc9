// SPDX-License-Identifier: Apache-2.0
//
// Results of other commands in a stored report, without the data: sentences, curves, and tables.

import type { Report } from 'fairwasm';
import { type Panel, type PanelTable, panelsOf } from 'fairwasm/panels';
import { css, html, LitElement } from 'lit';
import { style } from '../parts/style.js';

export class PanelsView extends LitElement {
  static override properties = {
    report: { attribute: false },
    panels: { attribute: false },
    without: { attribute: false },
  };
  declare report: Report;
  /** Used instead of the report's own results. */
  declare panels: readonly Panel[] | undefined;
  /** Results that are shown elsewhere. */
  declare without: readonly string[];

  constructor() {
    super();
    this.without = [];
  }

  override render() {
    return (this.panels ?? panelsOf(this.report))
      .filter(({ name }) => !this.without.includes(name))
      .map(panelTemplate);
  }

  // Few reports have charts, so their code is loaded with the first.
  protected override updated(): void {
    if (!this.renderRoot.querySelector('fairwasm-panel-figure')) return;
    import('./panel-figure.js').catch((error: unknown) => console.error(error));
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 3.25rem;
      }
      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: 1.5rem 2.5rem;
        margin-top: 1rem;
      }
      .scroll {
        margin-top: 1rem;
      }
    `,
  ];
}

const panelTemplate = ({ name, title, said, figures, tables }: Panel) => html`
  <section aria-labelledby=${name}>
    <h2 id=${name}>${title}</h2>
    ${said.map((text) => html`<p>${text}</p>`)}
    <div class="figures">
      ${figures.map((figure) => html`<fairwasm-panel-figure .figure=${figure}></fairwasm-panel-figure>`)}
    </div>
    ${tables.map(tableTemplate)}
  </section>
`;

const tableTemplate = ({ caption, headings, rows }: PanelTable) => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, cells }) => html`
            <tr>
              <th scope="row">${name}</th>
              ${cells.map((text) => html`<td>${text}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

customElements.define('fairwasm-panels', PanelsView);
