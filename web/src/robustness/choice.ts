// SPDX-License-Identifier: Apache-2.0
//
// Which columns are labels, scores (or a network's inputs) and groups, and what is known of the network.

import { canBeGroup } from '../table/choice.js';
import { guess as guessAudit } from '../table/guess.js';
import type { ColumnProfile, TableProfile } from '../table/profile.js';
import type { KnownActivation } from './network.js';

export interface Choice {
  label: string;
  inputs: readonly string[];
  groups: readonly string[];
  /** NaN while it is not known. */
  lipConst: number;
  disjointNeurons: boolean;
  /** Where scores are computed: the network's weights. */
  network: File | undefined;
  activation: KnownActivation;
}

export const isNumeric = ({ range, missing }: ColumnProfile): boolean =>
  range !== undefined || missing > 0;

const isLabel = ({ values, hasMore }: ColumnProfile) => !hasMore && values.length <= 1000;

export const labelColumns = (profile: TableProfile): ColumnProfile[] =>
  profile.columns.filter(isLabel);

export const groupColumns = (profile: TableProfile, { label, inputs }: Choice): ColumnProfile[] =>
  profile.columns.filter(
    (column) => canBeGroup(column) && column.name !== label && !inputs.includes(column.name),
  );

const named = /(^|[^a-z])(score|logit|output|margin)s?($|[^a-z])/i;

/** Scores are columns that are named so, or by a label; failing that, all numbers that are no whole ones. */
export function guess(profile: TableProfile): Choice {
  const { columns } = profile;
  const audit = guessAudit(profile);
  const label =
    audit.label ?? columns.find(({ name }) => /^(y|label|class)$/i.test(name))?.name ?? '';
  const labels = columns.find(({ name }) => name === label)?.values ?? [];
  const others = columns.filter((column) => column.name !== label && column.range !== undefined);
  const byName = others.filter(({ name }) => named.test(name) || labels.includes(name));
  const fractions = others.filter(({ values }) => values.some((value) => /[.eE]/.test(value)));
  const inputs = (byName.length > 0 ? byName : fractions).map(({ name }) => name);
  return {
    label,
    inputs,
    groups: audit.groups.filter((name) => !inputs.includes(name) && name !== label),
    lipConst: Number.NaN,
    disjointNeurons: true,
    network: undefined,
    activation: 'relu',
  };
}

export interface Problems {
  label?: string;
  inputs?: string;
  lipConst?: string;
}

export function problemsOf({ label, inputs, lipConst, network }: Choice): Problems {
  const what = network ? 'the network’s inputs' : 'scores';
  return {
    ...(label ? {} : { label: 'Choose the true class.' }),
    ...(inputs.length > 0 ? {} : { inputs: `Choose at least one column: ${what}.` }),
    ...(network || lipConst > 0
      ? {}
      : { lipConst: 'Give a number above 0, or the network’s weights.' }),
  };
}
