// SPDX-License-Identifier: Apache-2.0
//
// Form fields for the options of adverse impact tables.

import { html } from 'lit';
import { box, choice, nameChoice } from '../../widgets/chooser.js';
import type { TableSettings } from './protocol.js';

const minimumCells = [0, 5, 10, 20] as const;

/** The initial values. */
export const settingsAtFirst: TableSettings = {
  reference: {},
  imputed: [],
  rule: undefined,
  isSmallLeftOut: false,
  suppressBelow: 0,
};

/** An attribute with the categories that it has. */
export interface Attribute {
  name: string;
  categories: readonly string[];
}

type Change = (part: Partial<TableSettings>) => void;

/** The rule, and the reference group without a rule. */
export function ruleFields(
  attributes: readonly Attribute[],
  { rule, reference, suppressBelow }: TableSettings,
  change: Change,
) {
  const names = attributes.map(({ name }) => name);
  return html`
    ${choice(
      'Rule',
      [
        { value: 'none', text: 'None (with the four-fifths rule)' },
        ...(names.length > 1 ? [{ value: 'law', text: 'New York City, Local Law 144' }] : []),
      ],
      rule ? 'law' : 'none',
      (value) => change({ rule: value === 'law' ? columnsOfLaw(names) : undefined }),
    )}
    ${
      rule
        ? html`${nameChoice('Sex', names, rule.sex, (sex) => change({ rule: { ...rule, sex } }))}
          ${nameChoice('Race or ethnicity', names, rule.race, (race) => change({ rule: { ...rule, race } }))}`
        : html`${choice(
            'Suppress counts below',
            minimumCells.map((n) => ({ value: String(n), text: n === 0 ? 'No suppression' : String(n) })),
            String(suppressBelow),
            (value) => change({ suppressBelow: Number(value) }),
          )}
          ${attributes.map((each) => referenceField(each, reference, change))}`
    }
  `;
}

const referenceField = ({ name, categories }: Attribute, reference: TableSettings['reference'], change: Change) =>
  choice(
    `Also compare each ${name} with`,
    [{ value: '', text: 'No fixed group' }, ...categories.map((value) => ({ value, text: value }))],
    reference[name] ?? '',
    (value) => {
      const { [name]: _, ...others } = reference;
      change({ reference: value === '' ? others : { ...others, [name]: value } });
    },
  );

/** Small categories, and categories that are not self-reported. */
export const moreFields = (
  attributes: readonly Attribute[],
  { isSmallLeftOut, imputed }: TableSettings,
  change: Change,
) => html`
  <p>
    ${box('Exclude groups below 2% from the ratios', isSmallLeftOut, (is) => change({ isSmallLeftOut: is }))}
  </p>
  <details ?open=${imputed.length > 0}>
    <summary class="small">Were any categories estimated?</summary>
    <p class="small soft">
      Select columns that people did not report themselves. The tables mention them; Local Law 144 does not accept them.
      If you have only probabilities, open them as a separate table.
    </p>
    ${attributes.map(
      ({ name }) => html`<p>
        ${box(`${name} was estimated`, imputed.includes(name), (is) =>
          change({ imputed: is ? [...imputed, name] : imputed.filter((other) => other !== name) }),
        )}
      </p>`,
    )}
  </details>
`;

/** Fields for the names of the groups' columns, which the user can edit. */
function columnsOfLaw(groups: readonly string[]): { sex: string; race: string } {
  const sex = groups.find((name) => /sex|gender/i.test(name)) ?? (groups[0] as string);
  const others = groups.filter((name) => name !== sex);
  const race = others.find((name) => /race|ethnic/i.test(name)) ?? (others[0] as string);
  return { sex, race };
}
