// SPDX-License-Identifier: Apache-2.0
//
// An input of files: its chosen file, a label that looks like a button, and an area that receives dropped files.

import { css } from 'lit';

/** Returns the listener for changes of an input; `take` receives the chosen file. */
export const toFileListener = (take: (file: File) => void) => (event: Event) => {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  input.value = ''; // so that the same file can be chosen again
  if (file) take(file);
};

/** Styles for an area (`.zone`) that receives dropped files. */
export const zoneStyle = css`
  .zone {
    margin-top: 1rem;
    padding: 1.5rem 1.25rem;
    border: 1.5px dashed var(--edge);
    border-radius: 14px;
    background: var(--card);
    text-align: center;
  }
  .zone.over {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
  .zone p {
    margin-inline: auto;
  }
`;

export const chooseFileStyle = css`
  .choose {
    display: inline-block;
    padding: 0.55rem 1.1rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--card);
    font-weight: 550;
    cursor: pointer;
  }
  .choose:hover {
    border-color: var(--accent);
    color: var(--accent);
  }
  input:focus-visible + .choose {
    outline: 2px solid var(--accent);
    outline-offset: 3px;
  }
`;
