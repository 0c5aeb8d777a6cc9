// SPDX-License-Identifier: Apache-2.0
//
// What has been heard of the attackers so far: their losses and right answers, epoch by epoch, and the trials
// that are done.

import type { LeakageTrial, TrialProgress } from 'fairwasm/predictability';
import type { Direction, News, Setting } from './protocol.js';

/** Attackers that learn together after an epoch: their loss, and on the test rows their right answers. */
export type Point = Pick<TrialProgress, 'epoch' | 'loss' | 'scoreD' | 'scoreM'>;

/** How attackers that learn together became better. */
export interface Curve {
  /** The first trial of those that learn together. */
  trial: number;
  points: readonly Point[];
}

/** One direction. */
export interface Learning {
  curves: Curve[];
  trials: { index: number; trial: LeakageTrial }[];
}

/** How many moments there are to watch again: epochs that were told of, of all curves one after the other. */
export const momentsOf = ({ curves }: Learning): number =>
  curves.reduce((sum, { points }) => sum + points.length, 0);

/** What had been told when so many moments were over; trials are done when those that learned with them are. */
export function learningAt({ curves, trials }: Learning, moment: number): Learning {
  let left = moment;
  const shown = curves.flatMap(({ trial, points }) => {
    const part = points.slice(0, Math.max(0, left));
    left -= points.length;
    return part.length > 0 ? [{ trial, points: part }] : [];
  });
  // Those trials that begin after the last curve that is whole are still to come.
  const done = curves.filter((_, i) => (shown[i]?.points.length ?? 0) === curves[i]?.points.length);
  const next = curves[done.length]?.trial ?? Number.POSITIVE_INFINITY;
  return { curves: shown, trials: trials.filter(({ index }) => index < next) };
}

/** Everything that one run has told. */
export class Heard {
  setting: Setting | undefined;
  reading: { bytes: number; total: number } | undefined;
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

  /** Share of all work, over all directions. */
  get fraction(): number {
    if (!this.current) return 0;
    const names = [...this.directions.keys()];
    const before = names.indexOf(this.current.direction);
    return (before + this.current.progress.fraction) / names.length;
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
