// SPDX-License-Identifier: Apache-2.0
//
// The messages of the attackers so far: losses and correct answers by epoch, and the completed trials.

import type { LeakageTrial, TrialProgress } from 'fairwasm/predictability';
import type { Direction, News, Setting } from './protocol.js';

/** Attackers that learn together, after an epoch: their loss, and their correct answers on the test rows. */
export type Point = Pick<TrialProgress, 'epoch' | 'loss' | 'scoreD' | 'scoreM'>;

/** The progress of attackers that learn together. */
export interface Curve {
  /** The first of the trials that learn together. */
  trial: number;
  points: readonly Point[];
}

/** One direction. */
export interface Learning {
  curves: Curve[];
  trials: { index: number; trial: LeakageTrial }[];
}

/** The number of moments in the replay: the reported epochs of all curves, one after the other. */
export const getMoments = ({ curves }: Learning): number => curves.reduce((sum, { points }) => sum + points.length, 0);

/** The messages up to a moment; trials are done when the attackers that learned with them are. */
export function learningAt({ curves, trials }: Learning, moment: number): Learning {
  let left = moment;
  const shown = curves.flatMap(({ trial, points }) => {
    const part = points.slice(0, Math.max(0, left));
    left -= points.length;
    return part.length > 0 ? [{ trial, points: part }] : [];
  });
  // The trials after the last complete curve are not yet done.
  const done = curves.filter((_, i) => (shown[i]?.points.length ?? 0) === curves[i]?.points.length);
  const next = curves[done.length]?.trial ?? Number.POSITIVE_INFINITY;
  return { curves: shown, trials: trials.filter(({ index }) => index < next) };
}

/** All messages of one run. */
export class Heard {
  setting: Setting | undefined;
  reading: { done: number; total: number } | undefined;
  current: { direction: Direction; progress: TrialProgress } | undefined;
  readonly directions = new Map<Direction, Learning>();

  hear(news: News): void {
    switch (news.kind) {
      case 'reading':
        this.reading = news;
        break;
      case 'setting':
        this.setting = news.setting;
        for (const direction of Object.keys(news.setting.exact) as Direction[]) {
          this.directions.set(direction, { curves: [], trials: [] });
        }
        break;
      case 'training':
        this.current = news;
        this.#addPoint(news.direction, news.progress);
        break;
      case 'trial':
        this.directions.get(news.direction)?.trials.push(news);
    }
  }

  /** The completed fraction of all work, over all directions. */
  get fraction(): number {
    if (!this.current) return 0;
    const names = [...this.directions.keys()];
    const before = names.indexOf(this.current.direction);
    return (before + this.current.progress.done) / names.length;
  }

  // Attackers that learn after one another start at epoch 1 again.
  #addPoint(direction: Direction, progress: TrialProgress): void {
    const { trial, epoch, loss, scoreD, scoreM } = progress;
    const point = { epoch, loss, scoreD, scoreM };
    const curves = this.directions.get(direction)?.curves;
    if (!curves || !Number.isFinite(loss)) return;
    const last = curves.findLastIndex((curve) => curve.trial === trial);
    const points = curves[last]?.points ?? [];
    const before = points.at(-1)?.epoch ?? Number.POSITIVE_INFINITY;
    if (before > epoch) curves.push({ trial, points: [point] });
    else if (before < epoch) curves[last] = { trial, points: [...points, point] };
  }
}
