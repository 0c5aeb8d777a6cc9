// SPDX-License-Identifier: Apache-2.0
//
// The worker of this tab: opens a model and a table, keeps both for the next request, and runs the model.

import {
  dependence,
  flip,
  importance,
  type Model,
  type NearestOther,
  nearestOther,
  openModel,
  type Predict,
  type Row,
  smallestChange,
  suggestFeatures,
} from 'fairwasm/models';
import { cellText } from '#fairwasm/document/cell.js';
import { csvLine } from '../../table/csv-line.js';
import { getKey, rowsOfFile } from '../../table/held-rows.js';
import { kept } from '../../worker/cached.js';
import { serve } from '../../worker/serve.js';
import { featuresText, getColumns } from './features.js';
import type { Answer, Explained, News, Opened, Points, Question, Scored, Setup, Work } from './protocol.js';

const loadSlices = kept(async () => (await import('fairwasm/slices')).load());

const maxGroups = 50;
const maxPoints = 400; // more would hide each other
const maxRequested = 20_000; // rows for curves and permuted columns; more would add little precision

serve<Work, Opened | Answer<Question>, News>(async (work, tell) => {
  if (work.kind === 'open') return open(work);
  const { setup } = work;
  const model = await getModel(setup.model);
  const rows = await rowsOfFile(setup.table);
  const { features, class: named, activation, threshold, group } = setup;
  const predict = keepScores(rows, setup, model.predictor({ features, class: named, activation }));
  const run = { onProgress: ({ done }: { done: number }) => tell(done) };
  const asked = { predict, rows, threshold };
  switch (work.kind) {
    case 'score':
      return score(setup, rows, Float64Array.from(await predict(rows, run)), model);
    case 'points':
      return getPoints(setup, rows, predict, work.columns);
    case 'person':
      return explain(
        setup,
        rows,
        work.row,
        await nearestOther({ ...asked, row: work.row, columns: filling(setup) }, run),
      );
    case 'edited':
      return (await predict([work.row]))[0] as number;
    case 'change':
      return smallestChange({ ...asked, row: work.row, columns: work.columns }, run);
    case 'flip':
      return flip({ ...asked, attribute: work.attribute }, run);
    case 'curve':
      return dependence({ predict, rows: some(rows), column: work.column, group }, run);
    case 'why':
      return importance({ predict, rows: some(rows), group, columns: filling(setup) }, run);
    case 'recourse': {
      const { getRecourse } = await import('./recourse-rows.js');
      return getRecourse(await loadSlices(), asked, setup, work, tell);
    }
  }
});

/** Every n-th row, if there are many. */
function some(rows: readonly Row[]): readonly Row[] {
  const step = Math.ceil(rows.length / maxRequested);
  return step > 1 ? rows.filter((_, i) => i % step === 0) : rows;
}

let heldScores: { key: string; scores: Float64Array } | undefined;

/** The model, with the scores of all rows kept for the next request. */
function keepScores(
  rows: readonly Row[],
  { model, table, features, class: named, activation }: Setup,
  predict: Predict,
): Predict {
  const key = JSON.stringify([getKey(model), getKey(table), features, named, activation]);
  return async (asked, run) => {
    if (asked !== rows) return predict(asked, run);
    if (heldScores?.key === key) return heldScores.scores;
    const scores = Float64Array.from(await predict(rows, run));
    heldScores = { key, scores };
    return scores;
  };
}

const certificates = () => import('./certificate.js');

/** At most {@link maxPoints} rows for a chart. */
async function getPoints(
  setup: Setup,
  rows: readonly Row[],
  predict: Predict,
  names: readonly string[],
): Promise<Points> {
  const step = Math.ceil(rows.length / maxPoints);
  const places = rows.flatMap((_, i) => (i % step === 0 ? [i] : []));
  const shown = places.map((place) => rows[place] as Row);
  const scores = await predict(rows);
  return {
    rows: places,
    scores: places.map((place) => scores[place] as number),
    columns: Object.fromEntries(names.map((name) => [name, shown.map((row) => toNumber(String(row[name] ?? '')))])),
    radii: await (await certificates()).getRadii(setup, shown),
  };
}

async function explain(
  setup: Setup,
  rows: readonly Row[],
  place: number,
  { score, nearest }: NearestOther,
): Promise<Explained> {
  const row = rows[place] as Row;
  const radii = await (await certificates()).getRadii(setup, [row]);
  return { row, score, nearest, other: nearest && rows[nearest.row], radius: radii?.[0] };
}

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const filling = ({ features }: Setup): string[] => getColumns(Object.values(features).flat());

async function open({ model: file, table, except }: Extract<Work, { kind: 'open' }>): Promise<Opened> {
  const { inputs, classes } = await getModel(file);
  const { features, notes } = suggestFeatures(inputs, await rowsOfFile(table), { except });
  const suggested = Object.fromEntries(Object.entries(features).map(([input, list]) => [input, featuresText(list)]));
  return { inputs, classes, suggested, notes };
}

let heldModel: { key: string; model: Model } | undefined;
async function getModel(file: File): Promise<Model> {
  const key = getKey(file);
  if (heldModel?.key === key) return heldModel.model;
  heldModel?.model[Symbol.dispose]();
  heldModel = undefined;
  const model = await openModel(await file.arrayBuffer());
  heldModel = { key, model };
  return model;
}

function score(
  { table, threshold, group, model: { name }, class: named }: Setup,
  rows: readonly Row[],
  scores: Float64Array,
  { classes }: Model,
): Scored {
  const isTwo = classes.length === 2 && named === undefined;
  const words = isTwo ? classes.map(cellText) : ['0', '1'];
  const byGroup = new Map<string, { rows: number; sum: number; favorable: number }>();
  const columns = Object.keys(rows[0] ?? {});
  const free = (wanted: string) => (columns.includes(wanted) ? `${wanted} of ${name}` : wanted);
  const lines = [csvLine([...columns, free('score'), free('prediction')])];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  rows.forEach((row, i) => {
    const own = scores[i] as number;
    const isFavorable = own >= threshold;
    const texts = columns.map((column) => String(row[column] ?? ''));
    lines.push(csvLine([...texts, String(own), words[isFavorable ? 1 : 0] as string]));
    const key = String(row[group] ?? '') || 'no value';
    const counts = byGroup.get(key) ?? { rows: 0, sum: 0, favorable: 0 };
    byGroup.set(key, {
      rows: counts.rows + 1,
      sum: counts.sum + own,
      favorable: counts.favorable + Number(isFavorable),
    });
    least = Math.min(least, own);
    most = Math.max(most, own);
  });
  const groups = [...byGroup]
    .map(([group, { rows: n, sum, favorable }]) => ({
      name: group,
      rows: n,
      meanScore: sum / n,
      favorable: favorable / n,
    }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, maxGroups);
  const stem = table.name.replace(/\.[a-z]{2,7}$/i, '');
  const scored = new File([lines.join('\n')], `${stem}, scored.csv`, { type: 'text/csv' });
  return { groups, table: scored, range: [least, most] };
}
