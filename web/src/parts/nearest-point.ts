// SPDX-License-Identifier: Apache-2.0
//
// Hovering over a drawing: the point of its curves that is nearest to the pointer, with what is to be said of it. Tables
// have the same numbers, so that nothing is told to a pointer alone. Escape takes it away.

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A point in the drawing's own lengths. */
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

  /** @param points What is drawn now. */
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
