// SPDX-License-Identifier: Apache-2.0
//
// What a lesson is made of: what can be moved, what fairwasm computes of it, and how that is drawn. Its words stand
// in the catalogs of `texts/`, a language a file.

import type { TemplateResult } from 'lit';
import type { Format } from './format.js';

/** What is moved, by the name of its control. */
export type Values = Readonly<Record<string, number>>;

/** How a value is written: 60%, 12 points apart, 12 people, 0.25. */
export type ValueUnit = 'percent' | 'apart' | 'count' | 'number';

/** A slider. Its name stands in the catalog as `control.<id>`. */
export interface Slider {
  id: string;
  min: number;
  max: number;
  step: number;
  start: number;
  unit: ValueUnit;
  /** The value is a place in this list: a slider over magnitudes. */
  of?: readonly number[];
  tone?: 'second';
}

/** A button that draws anew; its value counts how often, so that an address gives the same draw again. */
export interface Draw {
  id: string;
  kind: 'draw';
}

export type Control = Slider | Draw;

export const isSlider = (control: Control): control is Slider => !('kind' in control);

/** What a value stands for: itself, or the number at its place. */
export const meant = ({ of }: Slider, value: number): number => of?.[value] ?? value;

/** A button that sets several values at once: `preset.<id>` in the catalog. */
export interface Preset<Doors> {
  id: string;
  values: Values | ((doors: Doors, values: Values) => Values);
}

/** The text of a key of the lesson's catalog, with what stands in braces filled in. */
export type Say = (key: string, facts?: Facts) => string;
export type Facts = Readonly<Record<string, string>>;

export interface Scene<Result> {
  result: Result;
  values: Values;
  say: Say;
  format: Format;
}

/** What a chart shows, in figures: on the page, and on the sheet. */
export interface FigureTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Whether the drawing shows it already. */
  isDrawn?: boolean;
}

/** What may be guessed of a lesson; there are as many exercises. */
export const guesses = [1, 2, 3] as const;

export interface Lesson<Doors, Result> {
  controls: readonly Control[];
  presets?: readonly Preset<Doors>[];
  /** Which of the three guesses is right. */
  right: (typeof guesses)[number];
  /** Where the answer can be seen. */
  shows: Values | ((doors: Doors, values: Values) => Values);
  /** Loads those doors of fairwasm that it computes with. */
  load: () => Promise<Doors>;
  compute: (doors: Doors, values: Values) => Result | Promise<Result>;
  /** Whether what was moved shows the answer. */
  isShown: (result: Result, values: Values) => boolean;
  /** What `now.*` and `answer` have in braces. */
  facts: (result: Result, values: Values, format: Format) => Facts;
  /** Which of the sentences `now.*` says what is to be seen. */
  now: (result: Result, values: Values) => string;
  draw: (scene: Scene<Result>) => TemplateResult;
  tables: (scene: Scene<Result>) => readonly FigureTable[];
}

// What computes and what draws fit each other, which is checked where a lesson is written; whoever shows lessons
// knows neither.
export type AnyLesson = Lesson<unknown, unknown>;

export const lesson = <Doors, Result>(parts: Lesson<Doors, Result>): AnyLesson =>
  parts as unknown as AnyLesson;

export const startOf = ({ controls }: Pick<AnyLesson, 'controls'>): Values =>
  Object.fromEntries(
    controls.map((control) => [control.id, isSlider(control) ? control.start : 0]),
  );
