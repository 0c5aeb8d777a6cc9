// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact: selection or scoring rates and impact ratios by group, by general practice or by New York's Local Law
// 144, from the audited file. The report stores the tables.

import { html } from 'lit';
import { type Choice, findColumn, groupNames, guessSeveral } from '../../table/choice.js';
import type { TableProfile } from '../../table/profile.js';
import { choice as getChoice } from '../../widgets/chooser.js';
import type { TablesAsked } from './protocol.js';
import { AskingElement } from './request-element.js';
import { type Attribute, moreFields, ruleFields, settingsAtFirst } from './table-fields.js';

export class ImpactTablesView extends AskingElement {
  static override properties = { profile: { attribute: false }, choice: { attribute: false }, asked: { state: true } };
  declare profile: TableProfile;
  declare choice: Choice;
  declare asked: TablesAsked;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('choice')) return;
    this.asked = first(this.profile, this.choice);
    this.made = undefined;
  }

  override render() {
    const attributes = getAttributes(this.profile, this.choice);
    const change = (part: Partial<TablesAsked>) => {
      this.asked = { ...this.asked, ...part };
    };
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Adverse impact</h2>
        <p>
          The tables list how many people of each group are selected, and each group’s rate as a share of the highest
          rate (the impact ratio). Laws and guidelines refer to these numbers; no tool can decide whether a rule applies
          or what follows from it.
        </p>
        <form
          @submit=${(event: Event) => {
            event.preventDefault();
            void this.ask(this.asked);
          }}
        >
          <div class="row">${this.#counted(change)} ${ruleFields(attributes, this.asked, change)}</div>
          ${moreFields(attributes, this.asked, change)}
          <p class="row">
            <button class="primary" ?disabled=${this.abort !== undefined}>Make the tables</button>
          </p>
        </form>
        ${this.result('Adverse impact tables')}
      </section>
    `;
  }

  #counted(change: (part: Partial<TablesAsked>) => void) {
    const ways = getWays(this.profile, this.choice);
    return getChoice(
      'Decision that counts as selected',
      ways.map(({ counted, text }) => ({ value: counted, text })),
      this.asked.counted,
      (value) => {
        const { text: _, ...way } = ways.find(({ counted }) => counted === value) as Way;
        change(way);
      },
    );
  }
}

type Way = Pick<TablesAsked, 'counted' | 'column' | 'favorable'> & { text: string };

/** The possible definitions of a selected row. */
function getWays(profile: TableProfile, choice: Choice): Way[] {
  const { prediction, score, favorable } = choice;
  const isSeveral = guessSeveral(profile, choice) !== 'no';
  return [
    ...(prediction === undefined
      ? []
      : isSeveral
        ? [
            {
              counted: 'class' as const,
              column: prediction,
              favorable: undefined,
              text: `Each class of ${prediction} separately`,
            },
          ]
        : [{ counted: 'decision' as const, column: prediction, favorable, text: `Decision: ${prediction}` }]),
    ...(score === undefined
      ? []
      : [{ counted: 'score' as const, column: score, favorable: undefined, text: `Above the median of ${score}` }]),
  ];
}

/** The initial choice: the decision if there is one. */
function first(profile: TableProfile, choice: Choice): TablesAsked {
  const { text: _, ...way } = getWays(profile, choice)[0] as Way;
  const { groups, bins, privileged, missing } = choice;
  return {
    ...settingsAtFirst,
    kind: 'tables',
    ...way,
    applicants: undefined,
    groups,
    bins,
    missing,
    reference: privileged,
  };
}

/** The columns of groups with their names. */
export function getAttributes(profile: TableProfile, choice: Choice): Attribute[] {
  return choice.groups.flatMap((name) => {
    const column = findColumn(profile, name);
    return column ? { name, categories: groupNames(column, choice) } : [];
  });
}

customElements.define('impact-tables', ImpactTablesView);
