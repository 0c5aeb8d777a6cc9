// SPDX-License-Identifier: Apache-2.0
//
// Select elements with a small title, as above charts, and checkboxes.

import { css, html, nothing, type TemplateResult } from 'lit';
import { type Option, same } from './fields.js';

export const choice = (
  title: string,
  options: readonly Option[],
  chosen: string,
  change: (value: string) => void,
): TemplateResult => html`
  <label>
    <span class="small soft">${title}</span>
    <select @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
      ${options.map(({ value, text }) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>
`;

/** Returns a select element for metrics with these names and titles. */
export const metricChoice = (
  title: string,
  metrics: readonly { name: string; title: string }[],
  chosen: string,
  change: (name: string) => void,
): TemplateResult => {
  const options = metrics.map((metric) => ({ value: metric.name, text: metric.title }));
  return choice(title, options, chosen, change);
};

/** Returns a select element for groups with these names. */
export const nameChoice = (
  title: string,
  names: readonly string[],
  chosen: string,
  change: (name: string) => void,
): TemplateResult => choice(title, names.map(same), chosen, change);

/** Returns a select element for the breakdowns of a report; nothing if there is only one. */
export const breakdownChoice = (
  title: string,
  breakdowns: readonly { by: readonly string[] }[],
  chosen: number,
  change: (place: number) => void,
): TemplateResult | typeof nothing => {
  if (breakdowns.length < 2) return nothing;
  const options = breakdowns.map(({ by }, i) => ({ value: String(i), text: by.join(' × ') }));
  return choice(title, options, String(chosen), (value) => change(Number(value)));
};

/** A checkbox with a label. */
export const box = (text: string, isOn: boolean, change: (isOn: boolean) => void) => html`
  <label class="box small">
    <input
      type="checkbox"
      .checked=${isOn}
      @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
    />
    ${text}
  </label>
`;

export const boxStyle = css`
  label.box {
    display: inline-flex;
    align-items: center;
    gap: 0.6rem;
    min-height: 1.75rem;
  }
`;
