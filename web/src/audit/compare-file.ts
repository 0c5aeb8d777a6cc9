// SPDX-License-Identifier: Apache-2.0
//
// The part of the report of a file that asks for another version of it, to be set beside.

import { css, html } from 'lit';
import { tableFiles } from '../table/files.js';

/** @param choose Gets the file that somebody picks. */
export function anotherVersion(choose: (file: File) => void) {
  const pick = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    if (file) choose(file);
  };
  return html`
    <section class="another" aria-labelledby="another">
      <h2 id="another">Compare with another version</h2>
      <p class="soft">
        A file with the same columns, such as the same cases after a change of the model. It is audited in
        the same way, and set beside this one.
      </p>
      <input id="other" type="file" accept=${tableFiles} class="spoken" @change=${pick} />
      <label for="other" class="choose">Choose the other file</label>
    </section>
  `;
}

/** For the room that shows it. */
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
