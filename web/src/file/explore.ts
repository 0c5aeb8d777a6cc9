// SPDX-License-Identifier: Apache-2.0
//
// The script that makes a saved report interactive: tables and charts are shown, groups and measures can be chosen,
// and all views are linked. It runs within the file, under a policy that allows only this script, and makes no
// requests.

import type { Breakdown, Report } from 'fairwasm';
import type { Format } from 'fairwasm/report';
// Only types are imported from the package, because the package contains this script.
import type { Pieces } from '../../../js/src/report/embedded.js';
import { inflated } from '../../../js/src/report/inflated.js';
import { unpacked } from '../../../js/src/report/packed.js';
// In this order, because the second changes the layout on small screens.
import '../widgets/dot-plot.css';
import './file.css';
import { type Bar, bars, type Mark, text } from './bars.js';
import { curves } from './curves.js';
import { choice, h, tick } from './dom.js';
import { layOut } from './inflate-content.js';
import { findGroup, linkGroups } from './link.js';

interface Word {
  title: string;
  ideal: number;
  format: Format;
}

class Explorer {
  readonly #report: Report;
  readonly #breakdown: Breakdown;
  readonly #section: Element;
  readonly #words: ReadonlyMap<string, Word>;
  readonly #off = new Set<string>();
  readonly #pictures = h('div', { class: 'pair' });
  readonly #table = h('table');
  #rate: string;
  #disparity: string;

  constructor(report: Report, breakdown: Breakdown, section: Element, words: Map<string, Word>) {
    this.#report = report;
    this.#breakdown = breakdown;
    this.#section = section;
    this.#words = words;
    const { rate, disparity } = report.view ?? {};
    const known = (name: string | undefined, names: readonly string[]) =>
      name !== undefined && names.includes(name) ? name : names[0];
    this.#disparity = known(disparity, report.disparities) as string;
    this.#rate = known(rate ?? getRate(this.#disparity), report.rates) as string;
    section
      .querySelector('h2')
      ?.after(
        h(
          'div',
          { class: 'explore' },
          this.#choices(),
          this.#groups(),
          this.#pictures,
          h(
            'details',
            {},
            h('summary', {}, 'These figures as a table'),
            h(
              'div',
              {
                class: 'scroll',
                tabindex: 0,
                role: 'region',
                'aria-label': `Chosen figures by ${breakdown.by.join(' and ')}`,
              },
              this.#table,
            ),
          ),
        ),
      );
    this.#draw();
  }

  /** With only true labels, there is nothing to compare. */
  get #isCompared(): boolean {
    return this.#breakdown.comparisons.length > 0 && this.#report.disparities.length > 0;
  }

  #choices(): HTMLElement {
    const options = (names: readonly string[]) => names.map((name) => [name, this.#title(name)] as const);
    const row = h(
      'div',
      { class: 'choices' },
      choice('Rate', options(this.#report.rates), this.#rate, (name) => {
        this.#rate = name;
        this.#draw();
      }),
    );
    if (this.#isCompared) {
      row.append(
        choice('Compared by', options(this.#report.disparities), this.#disparity, (name) => {
          this.#disparity = name;
          this.#draw();
        }),
      );
    }
    return row;
  }

  #groups(): HTMLElement {
    const boxes = this.#breakdown.groups.map(({ name }) => {
      const box = tick('checkbox', name, true, (isOn) => {
        if (isOn) this.#off.delete(name);
        else this.#off.add(name);
        for (const each of findGroup(this.#section, name)) {
          if (each.tagName === 'TR') each.classList.toggle('off', !isOn);
        }
        this.#draw();
      });
      box.setAttribute('data-n', name);
      return box;
    });
    return h('fieldset', {}, h('legend', {}, 'Groups'), ...boxes);
  }

  #title(name: string): string {
    return this.#words.get(name)?.title ?? name;
  }

  #format(name: string): Format {
    return this.#words.get(name)?.format ?? 'number';
  }

  #draw(): void {
    const { overall } = this.#report;
    const { groups, comparisons, reference } = this.#breakdown;
    const isShown = ({ name }: Bar) => !this.#off.has(name);
    const rates = groups
      .map(({ name, rates }) => ({ name, estimate: rates[this.#rate] as Bar['estimate'] }))
      .filter(isShown);
    const compared = (this.#isCompared ? comparisons : [])
      .map(({ group, disparities }) => ({ name: group, estimate: disparities[this.#disparity] as Bar['estimate'] }))
      .filter(isShown);
    const all: Mark = { value: overall.rates[this.#rate]?.value as number, text: 'all rows' };
    const ideal: Mark = { value: this.#words.get(this.#disparity)?.ideal ?? 0, text: 'equal' };
    const pictures = [picture(this.#title(this.#rate), rates, all, this.#format(this.#rate))];
    const against = `${this.#title(this.#disparity)}, compared with ${reference}`;
    if (this.#isCompared) pictures.push(picture(against, compared, ideal, this.#format(this.#disparity)));
    this.#pictures.replaceChildren();
    for (const each of pictures) this.#pictures.append(each);
    this.#fillTable(rates, compared);
  }

  #fillTable(rates: readonly Bar[], compared: readonly Bar[]): void {
    const titles = ['Group', this.#title(this.#rate)];
    if (this.#isCompared) titles.push(this.#title(this.#disparity));
    const figures = (item: Bar | undefined, name: string) => {
      if (item === undefined) return '';
      const { value, ci = [] } = item.estimate;
      const [shown, ...ends] = [value, ...ci].map((each) => text(each, this.#format(name)));
      return ends.length === 2 ? `${shown} (${ends.join(' to ')})` : `${shown}`;
    };
    const rows = rates.map((item) =>
      h(
        'tr',
        { 'data-n': item.name },
        h('th', { scope: 'row' }, item.name),
        h('td', {}, figures(item, this.#rate)),
        ...(titles.length > 2
          ? [
              h(
                'td',
                {},
                figures(
                  compared.find(({ name }) => name === item.name),
                  this.#disparity,
                ),
              ),
            ]
          : []),
      ),
    );
    this.#table.replaceChildren(
      h('thead', {}, h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, ...rows),
    );
  }
}

/** The rate of a disparity, by their names; for other disparities, the rate that most of them have. */
const getRate = (disparity: string | undefined): string =>
  /^(.+Rate)(Difference|Ratio)$/.exec(disparity ?? '')?.[1] ?? 'selectionRate';

const picture = (caption: string, items: readonly Bar[], mark: Mark, format: Format) =>
  h('figure', {}, h('figcaption', {}, caption), bars(caption, items, mark, format));

/** Select element for one breakdown, or all of them. */
function chooseBreakdown({ breakdowns, view }: Report, sections: readonly Element[]): void {
  if (sections.length < 2) return;
  const show = (chosen: number) => {
    sections.forEach((each, i) => {
      each.classList.toggle('aside', chosen >= 0 && i !== chosen);
    });
  };
  const first = breakdowns.findIndex(({ by }) => by.join('\n') === view?.by.join('\n'));
  const names = ['All', ...breakdowns.map(({ by }) => by.join(' × '))];
  const radios = names.map((name, i) => tick('radio', name, i - 1 === first, () => show(i - 1), 'by'));
  sections[0]?.before(h('fieldset', { class: 'by' }, h('legend', {}, 'Groups by'), ...radios));
  show(first);
}

function start(): void {
  const getText = (id: string) => document.getElementById(id)?.textContent;
  const [data, stored] = [getText('fairwasm-report'), getText('fairwasm-pieces')];
  if (!data || !stored) return;
  const { pieces, words } = JSON.parse(new TextDecoder().decode(inflated(stored))) as Pieces;
  layOut(pieces);
  const report = unpacked(inflated(data)) as Report;
  const sections = report.breakdowns.flatMap((_, i) => document.getElementById(`breakdown-${i}`) ?? []);
  const named = new Map(words.map(([name, title, ideal, format]) => [name, { title, ideal, format }]));
  sections.forEach((section, i) => {
    const breakdown = report.breakdowns[i] as Breakdown;
    if (isDrawn(breakdown)) new Explorer(report, breakdown, section, named);
  });
  chooseBreakdown(report, sections);
  for (const figure of document.querySelectorAll('figure[data-curves]')) curves(figure);
  linkGroups();
}

// JSON has null for an undefined value.
const isDrawn = ({ groups }: Breakdown): boolean =>
  groups.some(({ rates }) => Object.values(rates).some(({ value }) => Number.isFinite(value)));

start();
