// SPDX-License-Identifier: Apache-2.0
//
// The Audit room: from a file or an example, over the choice of columns, to the report.

import { examples, findExample, type Report } from 'fairwasm';
import { css, html, nothing } from 'lit';
import { countText } from '../parts/number.js';
import { RoomElement, type Start } from '../parts/room-element.js';
import type { Choice } from '../table/choice.js';
import { guess } from '../table/guess.js';
import type { TableProfile } from '../table/profile.js';
import type { Audited, Progress } from '../work/protocol.js';
import { prepareToRun, run } from '../work/run.js';
import './column-form.js';
import { possibleQuestions } from '../scan/questions.js';
import './source-picker.js';
import { storedReport } from './stored.js';
import '../parts/work-progress.js';
import type { CompareView } from '../compare/compare-view.js';
import type { Origin } from '../power/power-view.js';
import '../report/report-view.js';
import { tableFiles } from '../table/files.js';
import '../report/group-table.js';

/** A file whose columns are known, and what they are used for. */
interface Table {
  file: File;
  profile: TableProfile;
  choice: Choice;
}

type Stage =
  | { at: 'auditing'; file: File; progress: Progress | undefined }
  | { at: 'columns'; table: Table }
  | { at: 'report'; audited: Audited; table: Table; other?: { name: string; report: Report } }
  | { at: 'example'; name: string; report: Report }
  | { at: 'stored'; name: string; report: Report };

export class AuditRoom extends RoomElement<Stage> {
  constructor() {
    super('audit');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    prepareToRun();
  }

  override render() {
    return html`
      ${this.stage.at === 'start' ? intro : ''}
      ${this.problemNote()} ${this.#stage(this.stage)}
    `;
  }

  #stage(stage: AuditRoom['stage']) {
    switch (stage.at) {
      case 'working':
        return this.working(stage);
      case 'start':
        return html`
          <source-picker
            ?isOver=${this.isOver}
            @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
            @pick-example=${(event: CustomEvent<string>) => this.open(event.detail)}
          ></source-picker>
        `;
      case 'auditing':
        return this.#auditing(stage);
      case 'columns':
        return this.#columns(stage.table);
      case 'report':
        return this.#report(stage);
      case 'example':
        return this.#example(stage);
      case 'stored':
        return this.#stored(stage);
    }
  }

  #auditing({ file, progress }: Extract<Stage, { at: 'auditing' }>) {
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <work-progress
        .label=${`Auditing ${file.name}`}
        .progress=${progress}
        .note=${progress?.note}
        @cancel-work=${this.cancel}
      ></work-progress>
      ${progress?.figures ? firstFigures(progress.figures) : nothing}
    `;
  }

  #columns(table: Table) {
    const { file, profile, choice } = table;
    const change = (event: CustomEvent<Choice>) => {
      this.stage = { at: 'columns', table: { ...table, choice: event.detail } };
    };
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">
        ${countText(profile.rows)} ${profile.rows === 1 ? 'row' : 'rows'},
        ${countText(profile.columns.length)} ${profile.columns.length === 1 ? 'column' : 'columns'}.
        What each column is used for was guessed from its name and values. Please check it.
      </p>
      ${this.#leaveOut(table)}
      <column-form
        .profile=${profile}
        .choice=${choice}
        @choice-change=${change}
        @start-audit=${() => this.#audit(table)}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></column-form>
    `;
  }

  #leaveOut(table: Table) {
    if (this.problem?.code !== 'missingValue' || table.choice.missing === 'drop') return nothing;
    const choice: Choice = { ...table.choice, missing: 'drop' };
    return html`
      <p>
        <button @click=${() => this.#audit({ ...table, choice })}>
          Leave out rows without a value, and run the audit
        </button>
      </p>
    `;
  }

  #report({ audited, table, other }: Extract<Stage, { at: 'report' }>) {
    const { report, comparison, scores } = audited;
    const { file, choice } = table;
    const change = (event: CustomEvent<Report>) => {
      const { stage } = this;
      if (stage.at !== 'report' || stage.table !== table) return;
      this.stage = { ...stage, audited: { ...stage.audited, report: event.detail } };
    };
    return html`
      <fairwasm-report-view .report=${report} .scores=${scores}>
        <div slot="actions" class="row">
          <button @click=${() => this.goTo({ at: 'columns', table })}>Change columns</button>
          <button @click=${() => this.goTo({ at: 'start' })}>New audit</button>
        </div>
        ${comparison ? html`<paired-view .comparison=${comparison}></paired-view>` : nothing}
        ${
          other
            ? html`<compare-view
                class="versions"
                .first=${report}
                .second=${other.report}
                .names=${[file.name, other.name]}
              ></compare-view>`
            : nothing
        }
        ${power(report, { file, choice }, change)}
        ${
          possibleQuestions(choice).length > 0
            ? html`<find-groups .file=${file} .choice=${choice}></find-groups>`
            : nothing
        }
        <section class="another" aria-labelledby="another">
          <h2 id="another">Compare with another version</h2>
          <p class="soft">
            A file with the same columns, such as the same cases after a change of the model. It is audited in
            the same way, and set beside this one.
          </p>
          <input
            id="other"
            type="file"
            accept=${tableFiles}
            class="spoken"
            @change=${(event: Event) => this.#compareWith(event.target as HTMLInputElement)}
          />
          <label for="other" class="choose">Choose the other file</label>
        </section>
      </fairwasm-report-view>
    `;
  }

  #example({ name, report }: Extract<Stage, { at: 'example' }>) {
    const change = (event: CustomEvent<Report>) => {
      if (this.stage.at === 'example' && this.stage.name === name)
        this.stage = { ...this.stage, report: event.detail };
    };
    return html`
      <fairwasm-report-view .report=${report}>
        <button slot="actions" @click=${() => this.goTo({ at: 'start' })}>New audit</button>
        ${power(report, { example: name }, change)}
      </fairwasm-report-view>
    `;
  }

  // Without the data: what is not in the report cannot be asked any more.
  #stored({ name, report }: Extract<Stage, { at: 'stored' }>) {
    return html`
      <p class="soft">The stored report ${name}, as it was saved. The data are not needed to show it.</p>
      <fairwasm-report-view .report=${report}>
        <button slot="actions" @click=${() => this.goTo({ at: 'start' })}>New audit</button>
      </fairwasm-report-view>
    `;
  }

  protected override addressOf(stage: Stage | Start): string {
    return stage.at === 'example' ? stage.name : super.addressOf(stage);
  }

  protected override canOpen(address: string): boolean {
    return examples.some(({ name }) => name === address);
  }

  protected override receive(file: File): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    return this.workShown(heading, { at: 'start' }, async (signal, tell) => {
      const report = await storedReport(file);
      if (report) return { at: 'stored', name: file.name, report };
      const onProgress = (progress: Progress) => tell({ progress });
      const profile = await run({ kind: 'profile', file }, { onProgress, signal });
      return { at: 'columns', table: { file, profile, choice: guess(profile) } };
    });
  }

  protected override open(name: string): Promise<void> {
    const { title } = findExample(name);
    return this.workShown(
      { title, label: 'Opening the example' },
      { at: 'start' },
      async (signal) => {
        const report = await run({ kind: 'example', name }, { signal });
        loadParts({ ofFile: false, hasComparison: false });
        return { at: 'example', name, report };
      },
    );
  }

  #audit(table: Table): Promise<void> {
    const from: Stage = { at: 'columns', table };
    return this.#auditFile(table.file, table.choice, from, (audited) => {
      loadParts({ ofFile: true, hasComparison: audited.comparison !== undefined });
      return { at: 'report', audited, table };
    });
  }

  async #compareWith(input: HTMLInputElement): Promise<void> {
    const { stage } = this;
    const file = input.files?.[0];
    input.value = '';
    if (!file || stage.at !== 'report') return;
    const choice = { ...stage.table.choice, rival: undefined };
    const loading = import('../compare/compare-view.js');
    loading.catch(() => {}); // the audit says what is wrong, if anything is
    await this.#auditFile(file, choice, stage, ({ report }) => ({
      ...stage,
      other: { name: file.name, report },
    }));
    await loading;
    const view = this.renderRoot.querySelector<CompareView>('.versions');
    await view?.updateComplete;
    view?.focusHeading();
  }

  #auditFile(
    file: File,
    choice: Choice,
    from: Stage,
    next: (audited: Audited) => Stage,
  ): Promise<void> {
    const during = (progress: Progress | undefined): Stage => ({ at: 'auditing', file, progress });
    const onProgress = (progress: Progress) => {
      this.stage = during(progress);
    };
    return this.work(during(undefined), from, async (signal) => {
      const work = { kind: 'audit' as const, file, source: file.name, choice };
      return next(await run(work, { onProgress, signal }));
    });
  }

  static override styles = [
    ...RoomElement.styles,
    css`
      .another {
        margin-top: 3.25rem;
      }
      .choose {
        display: inline-block;
        margin-top: 1rem;
        padding: 0.55rem 1.1rem;
        border: 1px solid var(--edge);
        border-radius: 8px;
        background: var(--card);
        font-weight: 550;
        cursor: pointer;
      }
      .choose:hover {
        border-color: var(--accent);
        color: var(--accent);
      }
      input:focus-visible + .choose {
        outline: 2px solid var(--accent);
        outline-offset: 3px;
      }
      @media print {
        .another {
          display: none;
        }
      }
    `,
  ];
}

// What stands further down is loaded when the report above it is there.
function loadParts({ ofFile, hasComparison }: { ofFile: boolean; hasComparison: boolean }): void {
  const failed = (error: unknown) => console.error(error);
  import('../power/power-view.js').catch(failed);
  if (ofFile) import('../scan/find-groups.js').catch(failed);
  if (hasComparison) import('../compare/paired-view.js').catch(failed);
}

const power = (report: Report, origin: Origin, change: (event: CustomEvent<Report>) => void) =>
  report.breakdowns.some(({ comparisons }) => comparisons.length > 0)
    ? html`<power-view .report=${report} .origin=${origin} @report-change=${change}></power-view>`
    : nothing;

const intro = html`
  <h1 tabindex="-1">How do decisions treat different groups of people?</h1>
  <p class="lead">
    Open a table of decisions, made by a model or by people. fairwasm counts it by group, compares the
    groups by the usual measures, and explains each in plain words. It all happens on your device.
  </p>
`;

// What there is to see while intervals are computed.
const firstFigures = (report: Report) => html`
  <h2>First figures</h2>
  <fairwasm-group-table kind="rates" .report=${report} .breakdown=${report.breakdowns[0]}></fairwasm-group-table>
`;

customElements.define('audit-room', AuditRoom);
