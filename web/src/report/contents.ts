// SPDX-License-Identifier: Apache-2.0
//
// Table of contents for a long report: the names of its parts, with links to their headings.

import { html, type LitElement } from 'lit';

type Part = readonly [selector: string, title: string];

// The sections that tabs add below a report.
const slotted: readonly Part[] = [
  ['paired-view', 'Side by side'],
  ['compare-view', 'Side by side'],
  ['frontier-view', 'Cost of equal rates'],
  ['power-view', 'Statistical power'],
  ['within-view', 'Within strata'],
  ['find-groups', 'Find groups'],
  ['impact-tables', 'Adverse impact'],
  ['impact-scores', 'Scores against a fixed group'],
];

/** @param report The element that shows the parts and contains the sections below them. */
export function contents(
  report: LitElement,
  has: { hasComparisons: boolean; hasErrors: boolean; hasScores: boolean },
) {
  const parts: readonly (Part | false)[] = [
    has.hasComparisons && ['#findings', 'What stands out'],
    has.hasComparisons && ['#disparities', 'Disparities'],
    ['#rates', 'Rates by group'],
    has.hasErrors && ['fairwasm-confusion-grid', 'Confusion matrices: decisions by outcome'],
    has.hasScores && ['fairwasm-score-view', 'Scores by group'],
    ...slotted.filter(([selector]) => report.querySelector(selector) !== null),
    ['#all', 'All figures'],
    ['#save', 'Keep this report'],
  ];
  return html`
    <nav class="contents small" aria-label="In this report">
      ${parts
        .filter((part) => part !== false)
        .map(
          ([selector, title]) =>
            html`<button class="plain" @click=${() => jump(report, selector)}>${title}</button>`,
        )}
    </nav>
  `;
}

async function jump(report: LitElement, selector: string): Promise<void> {
  const { renderRoot } = report;
  const part = renderRoot.querySelector(selector) ?? report.querySelector(selector);
  // Later sections may still be loading.
  if (part?.matches(':not(:defined)')) await globalThis.customElements.whenDefined(part.localName);
  await (part as LitElement | null)?.updateComplete;
  const heading = (part?.shadowRoot?.querySelector('h2') ?? part) as HTMLElement | null;
  if (!heading) return;
  const bar = renderRoot.querySelector('.bar')?.getBoundingClientRect().height ?? 0;
  heading.style.scrollMarginTop = `${Math.round(bar) + 12}px`; // below the part that stays in view
  heading.setAttribute('tabindex', '-1');
  heading.focus();
  heading.scrollIntoView({ block: 'start' });
}
