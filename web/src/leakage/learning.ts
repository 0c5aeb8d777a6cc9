// SPDX-License-Identifier: Apache-2.0
//
// What has been heard of the attackers so far: their losses, epoch by epoch, and the trials that are done.

import type { LeakageTrial, Progress } from 'fairwasm';
import type { Direction, News, Setting } from './protocol.js';

/** How the loss of attackers that learn together fell. */
export interface LossCurve {
  /** The first trial of those that learn together. */
  trial: number;
  points: readonly { epoch: number; loss: number }[];
}

/** One direction. */
export interface Learning {
  curves: LossCurve[];
  trials: { index: number; trial: LeakageTrial }[];
}

/** Everything that one run has told. */
export class Heard {
  setting: Setting | undefined;
  reading: { bytes: number; total: number } | undefined;
  current: { direction: Direction; progress: Progress } | undefined;
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
        this.#addLoss(news.direction, news.progress);
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
  #addLoss(direction: Direction, { trial, epoch, loss }: Progress): void {
    const curves = this.directions.get(direction)?.curves;
    if (!curves || !Number.isFinite(loss)) return;
    const last = curves.findLastIndex((curve) => curve.trial === trial);
    const points = curves[last]?.points ?? [];
    const before = points.at(-1)?.epoch ?? Number.POSITIVE_INFINITY;
    if (before > epoch) curves.push({ trial, points: [{ epoch, loss }] });
    else if (before < epoch) curves[last] = { trial, points: [...points, { epoch, loss }] };
  }
}
