// SPDX-License-Identifier: Apache-2.0
//
// Section of a report that lets the user choose another version of the file to compare.

import { css, html } from 'lit';
import { tableFiles } from '../../table/files.js';
import { toFileListener } from '../../widgets/choose-file.js';

/** @param choose Receives the chosen file. */
export function anotherVersion(choose: (file: File) => void) {
  return html`
    <section class="another" aria-labelledby="another">
      <h2 id="another">Compare with another version</h2>
      <p class="soft">
        Choose a file with the same columns, such as the same cases scored by a new model. It is audited with the same
        settings and shown next to this report.
      </p>
      <input id="other" type="file" accept=${tableFiles} class="spoken" @change=${toFileListener(choose)} />
      <label for="other" class="choose">Choose the other file</label>
    </section>
  `;
}

/** Styles for the tab that contains the section. */
export const anotherVersionStyle = css`
  .another {
    margin-top: 3.25rem;
  }
  @media print {
    .another {
      display: none;
    }
  }
`;
