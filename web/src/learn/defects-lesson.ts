// SPDX-License-Identifier: Apache-2.0
//
// Why two libraries give two numbers: three examples out of docs/deviations.md.

import { css, html, LitElement } from 'lit';
import { style } from '../parts/style.js';
import type { Doors } from './modules.js';
import { lessonStyle } from './style.js';
import './empty-defect.js';
import './entropy-defect.js';
import './joint-defect.js';

export class DefectsLesson extends LitElement {
  static override properties = { doors: { attribute: false } };
  declare doors: Doors;

  override render() {
    return html`
      <p class="lead">
        The libraries in this field are good and widely used. Still, in some places they compute something other
        than the paper they cite. Each of these is easy to overlook in a table, and easy to see when one thing is
        moved. fairwasm follows the papers; where it differs from a library, its documentation has a row that
        says why.
      </p>
      <joint-defect .doors=${this.doors}></joint-defect>
      <empty-defect .doors=${this.doors}></empty-defect>
      <entropy-defect .doors=${this.doors}></entropy-defect>
      <section class="point" aria-labelledby="point">
        <h2 id="point">The point</h2>
        <p>
          A figure has a definition, and its name does not tell you which. Ask of every figure what it would be where
          nothing is wrong, what it does where a group is empty, and whether it moves when only something else
          changes. Three sliders are enough to find out.
        </p>
      </section>
    `;
  }

  static override styles = [
    style,
    lessonStyle,
    css`
      joint-defect,
      empty-defect,
      entropy-defect {
        margin-top: 3.25rem;
      }
    `,
  ];
}

customElements.define('defects-lesson', DefectsLesson);
