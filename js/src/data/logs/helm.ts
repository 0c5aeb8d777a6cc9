// SPDX-License-Identifier: Apache-2.0
//
// Statistics of HELM by instance (per_instance_stats.json): each class of metrics has an entry for each instance,
// perturbation, and trial.

import { fieldsOf, textOf } from './fields.js';
import { type LogKind, type LogReader, LogTable } from './log-table.js';

export const helm: LogKind = {
  tool: 'HELM',
  aliases: { instance_id: 'item', train_trial_index: 'run', 'perturbation.name': 'perturbation' },
  prefix: 'instance.',
  isItemApart: true,
};

export const isHelmEntry = (value: unknown): boolean => {
  const { instance_id: id, stats } = fieldsOf(value);
  return id !== undefined && Array.isArray(stats);
};

interface Instance {
  item: string;
  run: string;
  fields: object;
  scores: Map<string, unknown>;
}

/** Reads entries. Instances without a perturbation have the perturbation `original`. */
export function helmReader(columns: readonly string[] | undefined): LogReader {
  const table = new LogTable(helm, columns);
  const instances = new Map<string, Instance>();
  const splits = new Set<string>();
  return {
    add(value) {
      const { instance_id: id, train_trial_index: trial, perturbation, stats } = fieldsOf(value);
      const { name, source_class: source, target_class: target } = fieldsOf(perturbation);
      const [item = '', run = ''] = [textOf(id), textOf(trial)];
      const classes = { source_class: textOf(source), target_class: textOf(target) };
      const fields = { perturbation: textOf(name) ?? 'original', ...(name !== undefined && classes) };
      const key = JSON.stringify([item, run, fields]);
      const instance = instances.get(key) ?? { item, run, fields, scores: new Map() };
      instances.set(key, instance);
      for (const stat of Array.isArray(stats) ? stats : []) {
        const { name: names, mean } = fieldsOf(stat);
        const { name: score, split } = fieldsOf(names);
        splits.add(textOf(split) ?? '');
        instance.scores.set(`${textOf(score) ?? ''},${textOf(split) ?? ''}`, mean ?? null);
      }
    },
    finish() {
      const getName = (name: string) => (splits.size > 1 ? name : name.slice(0, name.lastIndexOf(',')));
      for (const { scores, ...instance } of instances.values()) {
        const named = [...scores].map(([name, value]) => [getName(name), value]);
        table.add({ ...instance, scores: Object.fromEntries(named) });
      }
      return table;
    },
  };
}
