// SPDX-License-Identifier: Apache-2.0
//
// Why two libraries return different values: three examples from docs/deviations.md.

import { css, html, LitElement } from 'lit';
import { style } from '../../widgets/style.js';
import type { Modules } from './modules.js';
import { lessonStyle } from './style.js';
import './empty-defect.js';
import './entropy-defect.js';
import './joint-defect.js';

export class DefectsLesson extends LitElement {
  static override properties = { modules: { attribute: false } };
  declare modules: Modules;

  override render() {
    return html`
      <p class="lead">
        The libraries in this field are good and widely used. In some places, however, they compute something other than
        the paper that they cite. Each difference is easy to miss in a table and easy to see when you move one slider.
        fairwasm follows the papers; its documentation explains every deviation from a library.
      </p>
      <joint-defect .modules=${this.modules}></joint-defect>
      <empty-defect .modules=${this.modules}></empty-defect>
      <entropy-defect .modules=${this.modules}></entropy-defect>
      <section class="point" aria-labelledby="point">
        <h2 id="point">Conclusion</h2>
        <p>
          A metric’s name does not tell you its definition. Check the value of each metric when there is no bias, its
          value when a group is empty, and whether it depends on anything but bias. Three sliders are enough to find
          out.
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
