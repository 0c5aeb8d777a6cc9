// SPDX-License-Identifier: Apache-2.0
//
// The lessons of the Learn room, in the order to take them in. Adding one is adding a row: its address
// is `#/learn/<id>`, so that a lecture can link to it.

import { html, type TemplateResult } from 'lit';
import type { Doors } from './doors.js';

export interface Lesson {
  id: string;
  /** The question that it answers; its heading. */
  title: string;
  /** What is to be moved, and what is to be seen. */
  about: string;
  load: () => Promise<unknown>;
  view: (doors: Doors) => TemplateResult;
}

export const lessons: readonly Lesson[] = [
  {
    id: 'conflict',
    title: 'Why do definitions of fairness conflict?',
    about:
      'Two groups apply for a loan. Move each group’s threshold, and watch which rates come out alike and which then cannot.',
    load: () => import('./conflict-lesson.js'),
    view: ({ fair }) => html`<conflict-lesson .fair=${fair}></conflict-lesson>`,
  },
  {
    id: 'amplification',
    title: 'What is bias amplification, and what is it not?',
    about:
      'A model tags pictures. Move how often it says “cooking”, and tell bias in the data, bias in the model and amplification apart.',
    load: () => import('./amplification-lesson.js'),
    view: (doors) => html`<amplification-lesson .doors=${doors}></amplification-lesson>`,
  },
  {
    id: 'small-groups',
    title: 'Why does a small group say so little?',
    about:
      'Keep the rate and shrink the group: the interval grows until it holds almost anything. Then draw groups by pure chance.',
    load: () => import('./small-group-lesson.js'),
    view: ({ fair }) => html`<small-group-lesson .fair=${fair}></small-group-lesson>`,
  },
  {
    id: 'simpson',
    title: 'How can one table say two opposite things?',
    about:
      'Admissions at Berkeley in 1973, Simpson’s paradox. Let women apply where men applied, and the difference reverses.',
    load: () => import('./simpson-lesson.js'),
    view: ({ fair }) => html`<simpson-lesson .fair=${fair}></simpson-lesson>`,
  },
  {
    id: 'defects',
    title: 'Why do two libraries give two numbers?',
    about:
      'Three places where a well-known library computes something other than its paper says, each made visible with one slider.',
    load: () => import('./defects-lesson.js'),
    view: (doors) => html`<defects-lesson .doors=${doors}></defects-lesson>`,
  },
];

/** The lesson of an address such as `#/learn/simpson`; undefined: the overview of all. */
export function lessonAt(hash: string): Lesson | undefined {
  const [, room, id] = hash.split(/[/?]/);
  return room === 'learn' ? lessons.find((lesson) => lesson.id === id) : undefined;
}
