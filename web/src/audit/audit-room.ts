// SPDX-License-Identifier: Apache-2.0
//
// The Audit room: from a file or an example, over the choice of columns, to the report.

import { examples, findExample, type Report } from 'fairwasm';
import { css, html, nothing } from 'lit';
import type { CompareView } from '../compare/compare-view.js';
import type { Asked } from '../counts/asked.js';
import type { CountsForm } from '../counts/counts-form.js';
import type { KeptInput } from '../impact/impact-input.js';
import type { ImpactMade } from '../impact/protocol.js';
import { preparedChoice } from '../intake/prepared-choice.js';
import { chooseFileStyle } from '../parts/choose-file.js';
import { countText } from '../parts/number.js';
import { toProblem } from '../parts/problem.js';
import { RoomElement, type Start } from '../parts/room-element.js';
import type { KeptFrontier } from '../scores/frontier-view.js';
import {
  areNumbers,
  type Choice,
  mend,
  severalOf,
  problemsOf as wrongIn,
} from '../table/choice.js';
import { guess } from '../table/guess.js';
import type { Audited, Progress } from '../work/protocol.js';
import { prepareToRun, run } from '../work/run.js';
import {
  attributesOf,
  conditionsOf,
  frontier,
  impactOf,
  keptWithin,
  moreOfFile,
  power,
  sideBySide,
  versions,
  within,
} from './below-report.js';
import { loadBeside, loadForm, loadImpact, loadParts } from './load-parts.js';
import { queryOf, viewOf } from './looked.js';
import { named, rowsOf, takenIn } from './prepared-rows.js';
import { auditing, stored } from './stage-views.js';
import {
  type Ahead,
  aheadOf,
  type Columns,
  isAhead,
  type Looked,
  type Stage,
  type Table,
} from './stages.js';
import { storedReport } from './stored.js';
import './source-picker.js';
import '../parts/work-progress.js';
import '../report/report-view.js';
import '../report/group-table.js';
import { anotherVersion, anotherVersionStyle } from './another-version.js';

/** What names the ways over a database, and over counts or probabilities of groups, in the address. */
const [database, impact] = ['database', 'impact'] as const;

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
            @pick-database=${() => this.open(database)}
            @pick-impact=${() => this.open(impact)}
          ></source-picker>
          ${this.keptStages()}
        `;
      case 'auditing':
        return auditing(stage, () => this.cancel());
      case 'columns':
        return this.#columns(stage);
      case 'report':
        return this.#report(stage);
      case 'database':
        return this.#database(stage.asked);
      case 'counts':
        return this.#counts(stage);
      case 'impact':
        return this.#impact(stage);
      case 'classes':
        return this.#classes(stage);
      case 'numbers':
        return this.#numbers(stage);
      case 'example':
        return this.#example(stage);
      case 'stored':
        return stored(stage, this.#newAudit(), this.#look);
    }
  }

  #columns(stage: Columns) {
    const { table, ahead } = stage;
    const { file, profile, choice, guessed, said } = table;
    const change = (event: CustomEvent<Choice>) => {
      this.stage = {
        ...stage,
        table: { ...table, choice: event.detail },
        ...(ahead && { ahead: { ...ahead, isCorrected: true } }),
      };
    };
    const start = () => {
      if (ahead) this.stage = { ...stage, ahead: { ...ahead, isAsked: true } };
      else void this.#audit(table);
    };
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      ${ahead ? this.#ahead(ahead, file) : nothing}
      <p class="soft">
        ${countText(profile.rows)} ${profile.rows === 1 ? 'row' : 'rows'}${ahead ? ' so far' : ''},
        ${countText(profile.columns.length)} ${profile.columns.length === 1 ? 'column' : 'columns'}.
        What each column is used for was guessed from its name and values. Please check it; it runs as it is.
      </p>
      ${this.#leaveOut(table)}
      <column-form
        .profile=${profile}
        .choice=${choice}
        .guessed=${guessed}
        .said=${said}
        @choice-change=${change}
        @start-audit=${start}
        @start-over=${() => (ahead ? this.cancel() : this.goTo({ at: 'start' }))}
      ></column-form>
    `;
  }

  // The rest of the file is read beside the form.
  #ahead({ progress, isAsked }: Ahead, file: File) {
    return html`
      <work-progress
        .label=${isAsked ? 'The audit begins when the file is read' : `Reading ${file.name}`}
        .progress=${progress}
        @cancel-work=${this.cancel}
      ></work-progress>
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

  #report({
    audited,
    table,
    rows,
    other,
    impact,
    frontier: drawn,
  }: Extract<Stage, { at: 'report' }>) {
    const { report, comparison, scores } = audited;
    const { file } = table;
    const choice = preparedChoice(table.choice);
    const change = (event: CustomEvent<Report>) => {
      const { stage } = this;
      if (stage.at !== 'report' || stage.table !== table) return;
      const kept = keptWithin(stage.audited.report, event.detail);
      this.stage = { ...stage, audited: { ...stage.audited, report: kept } };
    };
    const keepImpact = ({ detail: made }: CustomEvent<ImpactMade>) => {
      const { stage } = this;
      if (stage.at === 'report' && stage.table === table && made.kind === 'tables')
        this.stage = { ...stage, impact: made.report };
    };
    const keepFrontier = ({ detail: frontier }: CustomEvent<KeptFrontier | undefined>) => {
      const { stage } = this;
      if (stage.at !== 'report' || stage.table !== table) return;
      const { frontier: _, ...others } = stage;
      this.stage = { ...others, ...(frontier && { frontier }) };
    };
    return html`
      <fairwasm-report-view
        @look-change=${this.#look}
        .report=${report}
        .scores=${scores}
        .file=${file}
        .beside=${{
          ...(comparison && { comparison }),
          ...(other && { version: other }),
          ...(impact && { impact }),
          ...(drawn && { frontier: drawn }),
        }}
      >
        ${this.#actions({ at: 'columns', table })}
        ${sideBySide(comparison)} ${versions(report, other?.report, [file.name, other?.name ?? ''])}
        ${frontier(report, scores, drawn, keepFrontier)}
        ${power(report, { file: rows, choice }, change)}
        ${within(report, { file: rows, choice }, conditionsOf(table), change)}
        ${moreOfFile({ file: rows, profile: table.profile, choice }, keepImpact)}
        ${anotherVersion((file) => this.#compareWith(file))}
      </fairwasm-report-view>
    `;
  }

  #newAudit() {
    return html`
      <button slot="actions" @click=${() => this.goTo({ at: 'start' })}>New audit</button>
    `;
  }

  #actions(back: Stage) {
    return html`
      <div slot="actions" class="row">
        <button @click=${() => this.goTo(back)}>Change columns</button>
        <button @click=${() => this.goTo({ at: 'start' })}>New audit</button>
      </div>
    `;
  }

  #classes({ table, rows, report }: Extract<Stage, { at: 'classes' }>) {
    return html`
      <classes-view .report=${report}>
        ${this.#actions({ at: 'columns', table })} ${this.#impactBelow(table, rows)}
      </classes-view>
    `;
  }

  #numbers({ table, rows, report }: Extract<Stage, { at: 'numbers' }>) {
    return html`
      <numbers-view .report=${report}>
        ${this.#actions({ at: 'columns', table })} ${this.#impactBelow(table, rows)}
      </numbers-view>
    `;
  }

  // What an earlier version kept on the device has no rows.
  #impactBelow({ profile, choice }: Table, rows: File | undefined) {
    return rows ? impactOf({ file: rows, profile, choice: preparedChoice(choice) }) : nothing;
  }

  #impact({ table, input }: Extract<Stage, { at: 'impact' }>) {
    const change = (event: CustomEvent<KeptInput>) => {
      if (this.stage.at === 'impact') this.stage = { ...this.stage, input: event.detail };
    };
    return html`
      <impact-input
        .file=${table?.file}
        .profile=${table?.profile}
        .kept=${input}
        ?isOver=${this.isOver}
        @input-change=${change}
        @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
        @leave-input=${() => this.goTo({ at: 'start' })}
      ></impact-input>
    `;
  }

  #example({ name, report }: Extract<Stage, { at: 'example' }>) {
    const change = (event: CustomEvent<Report>) => {
      if (this.stage.at === 'example' && this.stage.name === name)
        this.stage = { ...this.stage, report: keptWithin(report, event.detail) };
    };
    return html`
      <fairwasm-report-view .report=${report} @look-change=${this.#look}>
        ${this.#newAudit()}
        ${power(report, { example: name }, change)}
        ${within(report, { example: name }, attributesOf(report), change)}
      </fairwasm-report-view>
    `;
  }

  #database(asked: Asked) {
    const change = (event: CustomEvent<Asked>) => {
      this.stage = { at: 'database', asked: event.detail };
    };
    return html`
      <h1 tabindex="-1">Rows in a database</h1>
      <p class="lead">
        An audit needs no rows, only how many of them are alike. A database can count that where the rows are, and
        you see counts alone.
      </p>
      <counts-form
        .asked=${asked}
        ?isOver=${this.isOver}
        @asked-change=${change}
        @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
      ></counts-form>
      <p class="end">
        <button class="plain" @click=${() => this.goTo({ at: 'start' })}>Open a file of rows instead</button>
      </p>
    `;
  }

  #counts({ asked, report }: Extract<Stage, { at: 'counts' }>) {
    return html`
      <fairwasm-report-view .report=${report}>
        ${this.#actions({ at: 'database', asked })}
      </fairwasm-report-view>
    `;
  }

  #look = ({ detail: looked }: CustomEvent<Looked>): void => {
    const { stage } = this;
    if (stage.at !== 'report' && stage.at !== 'example' && stage.at !== 'stored') return;
    this.stage = { ...stage, looked };
    if (stage.at === 'example') this.say(queryOf(looked));
  };

  protected override addressOf(stage: Stage | Start): string {
    return stage.at === 'example' ? stage.name : super.addressOf(stage);
  }

  protected override titleOf(stage: Stage | Start): string | undefined {
    switch (stage.at) {
      case 'columns':
        return `${stage.table.file.name}: choice of columns`;
      case 'report':
      case 'classes':
      case 'numbers':
        return `${stage.table.file.name}: report`;
      case 'counts':
      case 'stored':
        return `${stage.name}: report`;
      case 'impact':
        return stage.table && `${stage.table.file.name}: adverse impact`;
      case 'example':
        return ''; // everybody can open it
      default:
        return undefined;
    }
  }

  protected override resumed(stage: Stage | Start): Stage | Start {
    if ('table' in stage && stage.at !== 'impact') this.need(loadForm());
    switch (stage.at) {
      case 'report': {
        const { audited, looked, other } = stage;
        this.need(loadParts({ ofFile: true, hasComparison: audited.comparison !== undefined }));
        if (other) this.need(import('../compare/compare-view.js'));
        return { ...stage, audited: { ...audited, report: { ...audited.report, ...looked } } };
      }
      case 'impact':
        this.need(import('../impact/impact-input.js'));
        return stage;
      case 'classes':
        this.need(Promise.all([import('../classes/classes-view.js'), loadImpact()]));
        return stage;
      case 'numbers':
        this.need(Promise.all([import('../numbers/numbers-view.js'), loadImpact()]));
        return stage;
      case 'database':
        this.need(import('../counts/counts-form.js'));
        return stage;
      case 'example':
      case 'stored': {
        this.need(loadParts({ ofFile: false, hasComparison: false }));
        const report = { ...stage.report, ...stage.looked };
        if (stage.at === 'stored') this.need(loadBeside(report));
        return { ...stage, report };
      }
      default:
        return stage;
    }
  }

  protected override canOpen(address: string): boolean {
    return (
      address === database || address === impact || examples.some(({ name }) => name === address)
    );
  }

  protected override receive(file: File): Promise<void> {
    if (this.stage.at === 'database') return this.#receiveCounts(file, this.stage.asked);
    if (this.stage.at === 'impact') return this.#receiveImpact(file, this.stage);
    return this.#read(file);
  }

  async #read(file: File): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    let asked: Table | undefined;
    await this.workShown(heading, { at: 'start' }, async (signal, tell) => {
      const report = await storedReport(file);
      if (report) {
        this.need(loadParts({ ofFile: false, hasComparison: false }));
        this.need(loadBeside(report));
        return { at: 'stored', name: file.name, report };
      }
      this.need(loadForm());
      const onProgress = (progress: Progress) => {
        const { stage } = this;
        if (isAhead(stage)) this.stage = { ...stage, ahead: { ...stage.ahead, progress } };
        else if (progress.first) void this.meanwhile(aheadOf(file, progress.first, progress));
        else tell({ progress });
      };
      const taken = await run({ kind: 'intake', file }, { onProgress, signal });
      const { profile, said } = taken;
      const ahead = isAhead(this.stage) ? this.stage : undefined;
      const isCorrected = ahead?.ahead.isCorrected === true;
      const guessed = guess(profile);
      const choice = isCorrected ? mend(profile, ahead.table.choice) : guessed;
      const table = { file, read: named(taken.file, file), said, profile, guessed, choice };
      if (ahead?.ahead.isAsked) asked = table;
      return { at: 'columns', table };
    });
    if (asked && Object.keys(wrongIn(asked.profile, asked.choice)).length === 0)
      await this.#audit(asked);
  }

  async #receiveCounts(file: File, asked: Asked): Promise<void> {
    const { countsOf, problemsOf } = await import('../counts/asked.js');
    if (Object.keys(problemsOf(asked)).length > 0) {
      await this.renderRoot.querySelector<CountsForm>('counts-form')?.showProblems();
      return;
    }
    const heading = { title: file.name, label: `Reading ${file.name}` };
    await this.workShown(heading, { at: 'database', asked }, async (signal) => {
      const what = countsOf(asked);
      const report = await run({ kind: 'counts', file, source: file.name, what }, { signal });
      return { at: 'counts', asked, name: file.name, report };
    });
  }

  #receiveImpact(file: File, from: Stage): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    return this.workShown(heading, from, async (signal) => {
      const taken = await run({ kind: 'intake', file }, { signal });
      return { at: 'impact', table: { file: named(taken.file, file), profile: taken.profile } };
    });
  }

  protected override open(name: string): Promise<void> {
    if (name === database) return this.#openDatabase();
    if (name === impact) return this.#openImpact();
    const { title } = findExample(name);
    const view = viewOf(this.query);
    return this.workShown(
      { title, label: 'Opening the example' },
      { at: 'start' },
      async (signal) => {
        const report = await run({ kind: 'example', name }, { signal });
        this.need(loadParts({ ofFile: false, hasComparison: false }));
        return { at: 'example', name, report: view ? { ...report, view } : report };
      },
    );
  }

  async #openDatabase(): Promise<void> {
    try {
      const [{ nothingAsked }] = await Promise.all([
        import('../counts/asked.js'),
        import('../counts/counts-form.js'),
      ]);
      await this.goTo({ at: 'database', asked: nothingAsked });
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  async #openImpact(): Promise<void> {
    try {
      await import('../impact/impact-input.js');
      await this.goTo({ at: 'impact' });
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  #audit(table: Table): Promise<void> {
    const from: Stage = { at: 'columns', table };
    if (areNumbers(table.profile, table.choice)) return this.#auditNumbers(table, from);
    const several = severalOf(table.profile, table.choice);
    if (several !== 'no') return this.#auditClasses(table, from, several === 'ordered');
    return this.#auditFile(table, table.choice, from, async (audited, rows) => {
      this.need(loadParts({ ofFile: true, hasComparison: audited.comparison !== undefined }));
      const { begun } = await import('./begun.js');
      return { at: 'report', audited: begun(audited, table.choice), table, rows };
    });
  }

  #auditNumbers(table: Table, from: Stage): Promise<void> {
    const { file } = table;
    return this.#working(file, from, async ({ onProgress, signal }) => {
      const choice = preparedChoice(table.choice);
      const rows = await rowsOf(table, table.choice, signal);
      const work = { kind: 'numbers' as const, file: rows, source: file.name, choice };
      const [report] = await Promise.all([
        run(work, { onProgress, signal }),
        import('../numbers/numbers-view.js'),
      ]);
      this.need(loadImpact());
      return { at: 'numbers', table, rows, report };
    });
  }

  #auditClasses(table: Table, from: Stage, isOrdered: boolean): Promise<void> {
    const { file } = table;
    return this.#working(file, from, async ({ onProgress, signal }) => {
      const choice = preparedChoice(table.choice);
      const rows = await rowsOf(table, table.choice, signal);
      const work = { kind: 'classes' as const, file: rows, source: file.name, choice, isOrdered };
      const [report] = await Promise.all([
        run(work, { onProgress, signal }),
        import('../classes/classes-view.js'),
      ]);
      this.need(loadImpact());
      return { at: 'classes', table, rows, report };
    });
  }

  async #compareWith(file: File): Promise<void> {
    const { stage } = this;
    if (stage.at !== 'report') return;
    const choice = { ...stage.table.choice, rival: undefined };
    const loading = import('../compare/compare-view.js');
    loading.catch(() => {}); // the audit says what is wrong, if anything is
    await this.#auditFile({ file }, choice, stage, ({ report }) => ({
      ...stage,
      other: { name: file.name, report },
    }));
    await loading;
    const view = this.renderRoot.querySelector<CompareView>('.versions');
    await view?.updateComplete;
    view?.focusHeading();
  }

  // A file of which no more is known is taken in first.
  #auditFile(
    table: Pick<Table, 'file'> | Table,
    choice: Choice,
    from: Stage,
    next: (audited: Audited, rows: File) => Stage | Promise<Stage>,
  ): Promise<void> {
    const { file } = table;
    return this.#working(file, from, async ({ onProgress, signal }) => {
      const known = 'profile' in table ? table : await takenIn(file, signal);
      const rows = await rowsOf(known, choice, signal);
      const work = { kind: 'audit' as const, file: rows, source: file.name };
      const audited = await run(
        { ...work, choice: preparedChoice(choice) },
        { onProgress, signal },
      );
      return next(audited, rows);
    });
  }

  /** Shows how far the audit of a file is, and then the stage that it leads to. */
  #working(
    file: File,
    from: Stage,
    audit: (options: {
      onProgress(progress: Progress): void;
      signal: AbortSignal;
    }) => Promise<Stage>,
  ): Promise<void> {
    const during = (progress: Progress | undefined): Stage => ({ at: 'auditing', file, progress });
    const onProgress = (progress: Progress) => {
      this.stage = during(progress);
    };
    return this.work(during(undefined), from, (signal) => audit({ onProgress, signal }));
  }

  static override styles = [
    ...RoomElement.styles,
    chooseFileStyle,
    anotherVersionStyle,
    css`
      .end {
        margin-top: 2.25rem;
      }
      .choose {
        margin-top: 1rem;
      }
    `,
  ];
}

const intro = html`
  <h1 tabindex="-1">How do decisions treat different groups of people?</h1>
  <p class="lead">
    Open a table of decisions, made by a model or by people. fairwasm counts it by group, compares the
    groups by the usual measures, and explains each in plain words. It all happens on your device.
  </p>
`;

customElements.define('audit-room', AuditRoom);
