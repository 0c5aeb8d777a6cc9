// SPDX-License-Identifier: Apache-2.0
//
// The exercise sheet of a lesson: to print, or as Markdown.

import { html, nothing } from 'lit';
import { figureTables } from './figure-tables.js';
import { type FigureTable, guesses, type Say } from './lesson.js';
import { answerText, type Computed, getSettings, type Loaded } from './load-lesson.js';

export interface Sheet {
  title: string;
  lead: string;
  question: string;
  guesses: readonly string[];
  task: string;
  exercises: readonly string[];
  /** The current figures, with the user's changes. */
  settings: readonly (readonly [name: string, value: string])[];
  tables: readonly FigureTable[];
  answer: string;
  solutions: readonly string[];
  remember: string;
  source: string;
}

/** The sheet with the current figures. */
export function getSheet(loaded: Loaded, computed: Computed): Sheet {
  const { lesson, say, format } = loaded;
  return {
    title: say('title'),
    lead: say('lead'),
    question: say('question'),
    guesses: guesses.map((each) => say(`guess.${each}`)),
    task: say('task'),
    exercises: guesses.map((each) => say(`exercise.${each}`)),
    settings: getSettings(loaded, computed),
    tables: lesson.tables({ ...computed, say, format }),
    answer: answerText(loaded, computed),
    solutions: guesses.map((each) => say(`solution.${each}`)),
    remember: say('remember'),
    source: say('source'),
  };
}

/** Only on paper. The answer is printed only if the user has seen it. */
export const paperSheet = (sheet: Sheet, common: Say, isSeen: boolean) => html`
  <div class="sheet">
    <p>${sheet.lead}</p>
    <h2>${common('sheet.guess')}</h2>
    <p>${sheet.question}</p>
    <ul class="boxes">
      ${sheet.guesses.map((guess) => html`<li>${guess}</li>`)}
    </ul>
    <h2>${common('sheet.move')}</h2>
    <p>${sheet.task}</p>
    <ul>
      ${sheet.settings.map(([name, value]) => html`<li>${name}: ${value}</li>`)}
    </ul>
    ${figureTables(sheet.tables)}
    <h2>${common('sheet.exercises')}</h2>
    <ol class="lines">
      ${sheet.exercises.map((text) => html`<li>${text}</li>`)}
    </ol>
    ${
      isSeen
        ? html`<div class="solution">
            <h2>${common('sheet.solution')}</h2>
            <p>${sheet.answer}</p>
            <p>${sheet.remember}</p>
            <ol>
              ${sheet.solutions.map((text) => html`<li>${text}</li>`)}
            </ol>
            <p class="small">${sheet.source}</p>
          </div>`
        : nothing
    }
  </div>
`;

/** Escapes a string for Markdown. */
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
    sheet.solutions.map((text, i) => `${i + 1}. ${escaped(text)}`).join('\n'),
    `*${escaped(sheet.source)}*`,
  ].join('\n\n')}\n`;
}

function tableMarkdown({ caption, columns, rows }: FigureTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = `| ${columns.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`;
  return [`**${escaped(caption)}**\n`, line(columns), rule, ...rows.map(line)].join('\n');
}
