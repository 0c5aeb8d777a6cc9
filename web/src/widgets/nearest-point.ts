// SPDX-License-Identifier: Apache-2.0
//
// Shows a description of the curve point that is nearest to the pointer. Tables contain the same numbers, so nothing
// depends on a pointer. Escape hides it.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A point in the drawing's coordinates. */
export interface DrawnPoint {
  x: number;
  y: number;
  text: string;
}

const reach = 28; // pixels

export class NearestPoint implements ReactiveController {
  point: DrawnPoint | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #points: () => readonly DrawnPoint[];

  /** @param points Returns the points that are currently drawn. */
  constructor(host: ReactiveControllerHost, points: () => readonly DrawnPoint[]) {
    this.#host = host;
    this.#points = points;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.leave();
  }

  readonly move = (event: PointerEvent): void => {
    const matrix = (event.currentTarget as SVGSVGElement).getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const distance = (point: DrawnPoint) => Math.hypot(point.x - x, point.y - y);
    const within = this.#points().filter((point) => distance(point) * matrix.a <= reach);
    const nearest = within.reduce<DrawnPoint | undefined>(
      (best, point) => (best && distance(best) <= distance(point) ? best : point),
      undefined,
    );
    this.#show(nearest);
  };

  readonly leave = (): void => {
    removeEventListener('keydown', this.#onKey);
    this.#show(undefined);
  };

  readonly #onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.leave();
  };

  #show(point: DrawnPoint | undefined): void {
    if (point?.text === this.point?.text) return;
    if (point) addEventListener('keydown', this.#onKey);
    this.point = point;
    this.#host.requestUpdate();
  }
}
