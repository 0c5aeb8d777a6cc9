// SPDX-License-Identifier: Apache-2.0
//
// The exercise sheet of a lesson: to print, or as Markdown.

import type { FigureTable, Say } from './lesson.js';

export interface Sheet {
  title: string;
  lead: string;
  question: string;
  guesses: readonly string[];
  task: string;
  exercises: readonly string[];
  /** Figures as they stand when the sheet is made, with what was moved. */
  settings: readonly (readonly [name: string, value: string])[];
  tables: readonly FigureTable[];
  answer: string;
  remember: string;
  source: string;
}

/** Text that Markdown leaves as it is. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>|#]/g, '\\$&');

export function sheetMarkdown(sheet: Sheet, common: Say): string {
  const { title, lead, question, guesses, task, exercises, settings, tables } = sheet;
  const answerLines = '\n\n   ____________________________________________\n';
  return `${[
    `# ${escaped(title)}`,
    escaped(lead),
    `## ${escaped(common('sheet.guess'))}`,
    escaped(question),
    guesses.map((guess) => `- [ ] ${escaped(guess)}`).join('\n'),
    `## ${escaped(common('sheet.move'))}`,
    escaped(task),
    settings.map(([name, value]) => `- ${escaped(name)}: ${escaped(value)}`).join('\n'),
    ...tables.map(tableMarkdown),
    `## ${escaped(common('sheet.exercises'))}`,
    exercises.map((text, i) => `${i + 1}. ${escaped(text)}${answerLines}`).join('\n'),
    '---',
    `## ${escaped(common('sheet.solution'))}`,
    escaped(sheet.answer),
    escaped(sheet.remember),
    `*${escaped(sheet.source)}*`,
  ].join('\n\n')}\n`;
}

function tableMarkdown({ caption, columns, rows }: FigureTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = `| ${columns.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`;
  return [`**${escaped(caption)}**\n`, line(columns), rule, ...rows.map(line)].join('\n');
}
