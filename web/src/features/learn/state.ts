// SPDX-License-Identifier: Apache-2.0
//
// The state of a lesson as part of an address: `guess=2&women=0.6`. Initial values are omitted, and values that no
// control can have are ignored.

import { type AnyLesson, type Control, getStart, isSlider, type Values } from './lesson.js';

export interface LessonState {
  /** 1 to 3; 0: skipped; undefined: not answered yet. */
  guess: number | undefined;
  /** True if the user has seen the answer. */
  isSeen: boolean;
  values: Values;
}

export function readState(lesson: AnyLesson, text: string): LessonState {
  const given = new URLSearchParams(text);
  const guess = given.get('guess');
  const values = lesson.controls.flatMap((control) => {
    const value = given.get(control.id);
    return value !== null && isPossible(control, value) ? [[control.id, Number(value)]] : [];
  });
  return {
    guess: guess !== null && /^[0-3]$/.test(guess) ? Number(guess) : undefined,
    isSeen: given.get('seen') === '1',
    values: { ...getStart(lesson), ...Object.fromEntries(values) },
  };
}

export function stateText(lesson: AnyLesson, { guess, isSeen, values }: LessonState): string {
  const start = getStart(lesson);
  const parts = new URLSearchParams();
  if (guess !== undefined) parts.set('guess', String(guess));
  if (isSeen) parts.set('seen', '1');
  for (const { id } of lesson.controls) if (values[id] !== start[id]) parts.set(id, String(values[id]));
  return parts.toString();
}

function isPossible(control: Control, text: string): boolean {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return false;
  const value = Number(text);
  if (!isSlider(control)) return Number.isInteger(value) && value >= 0 && value < 1e6;
  const steps = (value - control.min) / control.step;
  const isOnStep = Math.abs(steps - Math.round(steps)) < 1e-6;
  return value >= control.min && value <= control.max && isOnStep;
}
