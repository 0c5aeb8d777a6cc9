// SPDX-License-Identifier: Apache-2.0
//
// The parts of a lesson: its controls, the computation with fairwasm, and the drawing. Its texts are in the catalogs
// of `texts/`, one file per language.

import type { TemplateResult } from 'lit';
import type { Format } from './format.js';

/** Values of the controls by name. */
export type Values = Readonly<Record<string, number>>;

/** Format of a value: 60%, 12 points, 12 people, 0.25. */
export type ValueUnit = 'percent' | 'apart' | 'count' | 'number';

/** A slider. The catalog contains its name as `control.<id>`. */
export interface Slider {
  id: string;
  min: number;
  max: number;
  step: number;
  start: number;
  unit: ValueUnit;
  /** The value is an index into this list: a slider over orders of magnitude. */
  of?: readonly number[];
  tone?: 'second';
}

/** A button that generates a new sample; its value counts the samples, so that an address reproduces the sample. */
export interface Draw {
  id: string;
  kind: 'draw';
}

export type Control = Slider | Draw;

export const isSlider = (control: Control): control is Slider => !('kind' in control);

/** The meaning of a value: the value, or the number at this index. */
export const meant = ({ of }: Slider, value: number): number => of?.[value] ?? value;

/** A button that sets several values at once: `preset.<id>` in the catalog. */
export interface Preset<Modules> {
  id: string;
  values: Values | ((modules: Modules, values: Values) => Values);
}

/** The string of a key of the lesson's catalog, with its placeholders filled in. */
export type Say = (key: string, facts?: Facts) => string;
export type Facts = Readonly<Record<string, string>>;

export interface Scene<Result> {
  result: Result;
  values: Values;
  say: Say;
  format: Format;
}

/** The figures of a chart: on the page, and on the sheet. */
export interface FigureTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** True if the drawing already shows the figure. */
  isDrawn?: boolean;
}

/** The number of options for the guess, which is also the number of exercises. */
export const guesses = [1, 2, 3] as const;

export interface Lesson<Modules, Result> {
  controls: readonly Control[];
  presets?: readonly Preset<Modules>[];
  /** The number of the correct guess. */
  right: (typeof guesses)[number];
  /** Values of the controls that show the answer. */
  shows: Values | ((modules: Modules, values: Values) => Values);
  /** Loads the entry points of fairwasm that the lesson uses. */
  load: () => Promise<Modules>;
  compute: (modules: Modules, values: Values) => Result | Promise<Result>;
  /** True if the current state shows the answer. */
  isShown: (result: Result, values: Values) => boolean;
  /** Values for the placeholders of `now.*` and `answer`; names come from the catalog by `say`. */
  facts: (result: Result, values: Values, format: Format, say: Say) => Facts;
  /** Key of the `now.*` sentence that describes the current state. */
  now: (result: Result, values: Values) => string;
  /**
   * Key of the answer that is true in the current state; undefined for a state that only an example can explain.
   * Default: `answer` if the state shows it.
   */
  answer?: (result: Result, values: Values) => string | undefined;
  draw: (scene: Scene<Result>) => TemplateResult;
  tables: (scene: Scene<Result>) => readonly FigureTable[];
}

// The types of computation and drawing are checked against each other in the file of a lesson, so the frame does not
// need them.
export type AnyLesson = Lesson<unknown, unknown>;

export const lesson = <Modules, Result>(parts: Lesson<Modules, Result>): AnyLesson => parts as unknown as AnyLesson;

export const getStart = ({ controls }: Pick<AnyLesson, 'controls'>): Values =>
  Object.fromEntries(controls.map((control) => [control.id, isSlider(control) ? control.start : 0]));
