// A strict project with only the types of Node can import every entry point. The lines marked @ts-expect-error must not
// compile.

import { load, type Table } from 'fairwasm';
import * as aif360 from 'fairwasm/aif360';
import * as amplification from 'fairwasm/amplification';
import * as classes from 'fairwasm/classes';
import * as fairlearn from 'fairwasm/fairlearn';
import * as ignite from 'fairwasm/ignite';
import * as impact from 'fairwasm/impact';
import * as individual from 'fairwasm/individual';
import * as inline from 'fairwasm/inline';
import * as monitoring from 'fairwasm/monitoring';
import * as predictability from 'fairwasm/predictability';
import * as rankings from 'fairwasm/rankings';
import * as repeated from 'fairwasm/repeated';
import * as report from 'fairwasm/report';
import * as robustness from 'fairwasm/robustness';
import * as scores from 'fairwasm/scores';
import * as slices from 'fairwasm/slices';
import * as sql from 'fairwasm/sql';
import * as thresholds from 'fairwasm/thresholds';

export const families = [individual, impact, amplification, predictability, robustness];
export const others = [aif360, fairlearn, ignite, classes, repeated, scores, slices, thresholds];
export const more = [monitoring, rankings];
export const without = [inline, report, sql];

const fair = await load();

// The types know the names of rates, disparities, and attributes.
const audit = fair.audit({
  label: [1, 0, 1, 0, 1, 0],
  prediction: [1, 0, 1, 1, 0, 1],
  groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
  privileged: { sex: 'm' },
});
const frame = audit.frame('sex');
export const value: number = frame.group({ sex: 'm' }).rates.falsePositiveRate.value;
export const difference: number = frame.difference('selectionRate').value;
export const impacts = frame.disparities().map(({ values }) => values.disparateImpact.value);
// @ts-expect-error: no rate has that name
frame.difference('selectionRte');
// @ts-expect-error: no rate has that name
frame.group({ sex: 'm' }).rates.selectionRte;
// @ts-expect-error: no disparity has that name
frame.equivalence('disparateImpct', 0.8);
// @ts-expect-error: no column has that name
audit.frame('sx');
// @ts-expect-error: no column has that name
frame.group({ sx: 'm' });
// @ts-expect-error: race is not a group
fair.audit({ prediction: [1, 0], groups: { sex: ['f', 'm'] }, privileged: { race: 'a' } });
// @ts-expect-error: the option is called weight
fair.audit({ prediction: [1, 0], groups: { sex: ['f', 'm'] }, weights: [1, 1] });

// Rows may have an interface type, whose fields are the columns.
interface Row {
  outcome: number;
  sex: string;
  race?: string;
}
declare const rows: readonly Row[];
const byRow = fair.auditTable(rows, { label: 'outcome', groups: ['sex', 'race'] });
byRow.frame(['sex', 'race']).group({ sex: 'f', race: 'a' });
// @ts-expect-error: rows have no such field
fair.auditTable(rows, { label: 'outcme', groups: ['sex'] });
// @ts-expect-error: rows have no such field
fair.auditTable(rows, { label: 'outcome', groups: ['sx'] });
// @ts-expect-error: a label is not a group
byRow.frame('outcome');

// An object of columns is checked likewise, but a table with unknown columns accepts any name.
fair.auditTable({ outcome: [1, 0], sex: ['f', 'm'] }, { label: 'outcome', groups: ['sex'] });
// @ts-expect-error: no column has that name
fair.auditTable({ outcome: [1, 0], sex: ['f', 'm'] }, { label: 'outcome', groups: ['sx'] });
declare const table: Table;
fair.auditTable(table, { label: 'anything', groups: ['sex'] }).frame('sex');

const auditor = fair.auditor({ groups: ['sex'], label: true });
auditor.update({ groups: { sex: ['f', 'm'] }, label: [1, 0] });
auditor.audit().frame('sex');
// @ts-expect-error: no column has that name
auditor.audit().frame('sx');
