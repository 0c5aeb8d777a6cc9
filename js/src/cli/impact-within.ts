// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --within`: demographic disparity within strata.

import { type ConditionalDisparityInput, load } from '../impact/index.js';
import { computing } from './computing.js';
import { type ImpactValues, requireOneGroup, requireOnly, requireSelected } from './impact-options.js';
import { completeRoles, type ResultFile, readRoles } from './result-command.js';

export async function impactWithin(values: ImpactValues, { path, source, intake }: ResultFile) {
  requireOnly('--within', values, [
    ...(['within', 'group', 'selected', 'favorable', 'confidence'] as const),
    ...(['cluster', 'crossed-cluster', 'unknown'] as const),
  ]);
  const { favorable, confidence, within = '', cluster } = values;
  const group = requireOneGroup('--within', values);
  const selected = requireSelected(values);
  const crossedCluster = values['crossed-cluster'];
  const roles = {
    categories: { group, selected, within, cluster, crossedCluster },
    kept: ['cluster', 'crossedCluster'],
  };
  const { input, origin } = await readRoles<ConditionalDisparityInput>(
    path,
    roles,
    completeRoles(intake, values, roles),
  );
  const impact = await load();
  const found = await computing(() => impact.conditionalDisparity({ ...input, favorable, confidence }), origin);
  return {
    ...{ format: 'fairwasm-conditional-disparity' as const, version: 1 as const },
    ...{ source, columns: origin.columns as { group: string; selected: string; within: string } },
    ...found,
  };
}
