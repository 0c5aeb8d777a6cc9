// SPDX-License-Identifier: Apache-2.0
//
// The Audit room: from a file or an example, over the choice of columns, to the report.

import { examples, findExample, type Report } from 'fairwasm';
import type { ClassReport } from 'fairwasm/classes';
import type { ImpactReport } from 'fairwasm/impact';
import type { ErrorReport } from 'fairwasm/scores';
import { css, html, nothing } from 'lit';
import { chooseFileStyle } from '../parts/choose-file.js';
import { countText } from '../parts/number.js';
import { toProblem } from '../parts/problem.js';
import { RoomElement, type Start } from '../parts/room-element.js';
import {
  areNumbers,
  type Choice,
  canBeGroup,
  isMeasure,
  mend,
  severalOf,
  problemsOf as wrongIn,
} from '../table/choice.js';
import { guess } from '../table/guess.js';
import type { TableProfile } from '../table/profile.js';
import type { Audited, Progress } from '../work/protocol.js';
import { prepareToRun, run } from '../work/run.js';
import './column-form.js';
import { possibleQuestions } from '../scan/questions.js';
import './source-picker.js';
import { type Asked, countsOf, nothingAsked, problemsOf } from '../counts/asked.js';
import type { CountsForm } from '../counts/counts-form.js';
import { goalOf } from '../goal/goal.js';
import { sheetOf } from '../scores/stored-sheet.js';
import { possibleConditions } from '../within/conditions.js';
import { storedReport } from './stored.js';
import '../parts/kept-stages.js';
import '../parts/work-progress.js';
import type { CompareView } from '../compare/compare-view.js';
import type { Origin } from '../power/power-view.js';
import '../report/report-view.js';
import { changesOf, preparedChoice } from '../intake/prepare.js';
import { tableFiles } from '../table/files.js';
import '../report/group-table.js';

/** A file whose columns are known, and what they are used for. */
interface Table {
  /** As it came. */
  file: File;
  /** As it is read: in UTF-8, with a header. */
  read: File;
  /** What was done to it for that. */
  said: readonly string[];
  profile: TableProfile;
  /** What was proposed to begin with. */
  guessed: Choice;
  choice: Choice;
}

/** What happens while only the first rows are known. */
interface Ahead {
  progress: Progress;
  /** Whether somebody has corrected the choice already, or asked for the audit. */
  isCorrected: boolean;
  isAsked: boolean;
}

type Columns = { at: 'columns'; table: Table; ahead?: Ahead };

type Stage =
  | { at: 'auditing'; file: File; progress: Progress | undefined }
  | Columns
  | {
      at: 'report';
      audited: Audited;
      table: Table;
      /** The table as the choice asks for it, which is what was counted. */
      rows: File;
      other?: { name: string; report: Report };
      impact?: ImpactReport;
      looked?: Looked;
    }
  | { at: 'database'; asked: Asked }
  | { at: 'counts'; asked: Asked; name: string; report: Report }
  | { at: 'classes'; table: Table; report: ClassReport }
  | { at: 'numbers'; table: Table; report: ErrorReport }
  | { at: 'example'; name: string; report: Report; looked?: Looked }
  | { at: 'stored'; name: string; report: Report; looked?: Looked };

/** What of a report is being looked at, and what was written beside it. */
type Looked = Pick<Report, 'view' | 'notes'>;

/** What names the way over a database in the address. */
const database = 'database';

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
          ></source-picker>
          <kept-stages
            room="audit"
            @reopen=${(event: CustomEvent<string>) => this.reopen(event.detail)}
          ></kept-stages>
        `;
      case 'auditing':
        return this.#auditing(stage);
      case 'columns':
        return this.#columns(stage);
      case 'report':
        return this.#report(stage);
      case 'database':
        return this.#database(stage.asked);
      case 'counts':
        return this.#counts(stage);
      case 'classes':
        return this.#classes(stage);
      case 'numbers':
        return this.#numbers(stage);
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

  #report({ audited, table, rows, other, impact }: Extract<Stage, { at: 'report' }>) {
    const { report, comparison, scores } = audited;
    const { file } = table;
    const choice = preparedChoice(table.choice);
    const change = (event: CustomEvent<Report>) => {
      const { stage } = this;
      if (stage.at !== 'report' || stage.table !== table) return;
      const kept = keptWithin(stage.audited.report, event.detail);
      this.stage = { ...stage, audited: { ...stage.audited, report: kept } };
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
        }}
      >
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
        ${power(report, { file: rows, choice }, change)}
        ${within(report, { file: rows, choice }, conditionsOf(table), change)}
        ${
          possibleQuestions(choice).length > 0
            ? html`<find-groups .file=${rows} .choice=${choice}></find-groups>`
            : nothing
        }
        ${
          choice.groups.length > 0 && (choice.prediction ?? choice.score) !== undefined
            ? html`<impact-tables
                .file=${rows}
                .choice=${choice}
                @impact-made=${(event: CustomEvent<ImpactReport>) => {
                  const { stage } = this;
                  if (stage.at === 'report' && stage.table === table)
                    this.stage = { ...stage, impact: event.detail };
                }}
              ></impact-tables>`
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

  #classes({ table, report }: Extract<Stage, { at: 'classes' }>) {
    return html`
      <classes-view .report=${report}>
        <div slot="actions" class="row">
          <button @click=${() => this.goTo({ at: 'columns', table })}>Change columns</button>
          <button @click=${() => this.goTo({ at: 'start' })}>New audit</button>
        </div>
      </classes-view>
    `;
  }

  #numbers({ table, report }: Extract<Stage, { at: 'numbers' }>) {
    return html`
      <numbers-view .report=${report}>
        <div slot="actions" class="row">
          <button @click=${() => this.goTo({ at: 'columns', table })}>Change columns</button>
          <button @click=${() => this.goTo({ at: 'start' })}>New audit</button>
        </div>
      </numbers-view>
    `;
  }

  #example({ name, report }: Extract<Stage, { at: 'example' }>) {
    const change = (event: CustomEvent<Report>) => {
      if (this.stage.at === 'example' && this.stage.name === name)
        this.stage = { ...this.stage, report: keptWithin(report, event.detail) };
    };
    return html`
      <fairwasm-report-view .report=${report} @look-change=${this.#look}>
        <button slot="actions" @click=${() => this.goTo({ at: 'start' })}>New audit</button>
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
        <div slot="actions" class="row">
          <button @click=${() => this.goTo({ at: 'database', asked })}>Change columns</button>
          <button @click=${() => this.goTo({ at: 'start' })}>New audit</button>
        </div>
      </fairwasm-report-view>
    `;
  }

  // Without the data: what is not in the report cannot be asked any more.
  #stored({ name, report }: Extract<Stage, { at: 'stored' }>) {
    const { comparison, version } = report.beside ?? {};
    return html`
      <p class="soft">The stored report ${name}, as it was saved. The data are not needed to show it.</p>
      <fairwasm-report-view
        @look-change=${this.#look}
        .report=${report}
        .scores=${sheetOf(report)}
        .without=${['comparison', 'version']}
      >
        <button slot="actions" @click=${() => this.goTo({ at: 'start' })}>New audit</button>
        ${report.conditional ? html`<within-view .report=${report} .columns=${[]}></within-view>` : nothing}
        ${comparison ? html`<paired-view .comparison=${comparison}></paired-view>` : nothing}
        ${
          version
            ? html`<compare-view
                .first=${report}
                .second=${version.report}
                .names=${[report.source ?? name, version.name]}
              ></compare-view>`
            : nothing
        }
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
      case 'example':
        return ''; // everybody can open it
      default:
        return undefined;
    }
  }

  protected override resumed(stage: Stage | Start): Stage | Start {
    const failed = (error: unknown) => console.error(error);
    switch (stage.at) {
      case 'report': {
        const { audited, looked, other } = stage;
        loadParts({ ofFile: true, hasComparison: audited.comparison !== undefined });
        if (other) import('../compare/compare-view.js').catch(failed);
        return { ...stage, audited: { ...audited, report: { ...audited.report, ...looked } } };
      }
      case 'classes':
        import('../classes/classes-view.js').catch(failed);
        return stage;
      case 'numbers':
        import('../numbers/numbers-view.js').catch(failed);
        return stage;
      case 'database':
        import('../counts/counts-form.js').catch(failed);
        return stage;
      case 'example':
      case 'stored': {
        loadParts({ ofFile: false, hasComparison: false });
        const report = { ...stage.report, ...stage.looked };
        if (stage.at === 'stored') loadBeside(report);
        return { ...stage, report };
      }
      default:
        return stage;
    }
  }

  protected override canOpen(address: string): boolean {
    return address === database || examples.some(({ name }) => name === address);
  }

  protected override receive(file: File): Promise<void> {
    if (this.stage.at === 'database') return this.#receiveCounts(file, this.stage.asked);
    return this.#read(file);
  }

  async #read(file: File): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    let asked: Table | undefined;
    await this.workShown(heading, { at: 'start' }, async (signal, tell) => {
      const report = await storedReport(file);
      if (report) {
        loadParts({ ofFile: false, hasComparison: false });
        loadBeside(report);
        return { at: 'stored', name: file.name, report };
      }
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

  protected override open(name: string): Promise<void> {
    if (name === database) return this.#openDatabase();
    const { title } = findExample(name);
    const view = viewOf(this.query);
    return this.workShown(
      { title, label: 'Opening the example' },
      { at: 'start' },
      async (signal) => {
        const report = await run({ kind: 'example', name }, { signal });
        loadParts({ ofFile: false, hasComparison: false });
        return { at: 'example', name, report: view ? { ...report, view } : report };
      },
    );
  }

  async #openDatabase(): Promise<void> {
    try {
      await import('../counts/counts-form.js');
      await this.goTo({ at: 'database', asked: nothingAsked });
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  #audit(table: Table): Promise<void> {
    const from: Stage = { at: 'columns', table };
    if (areNumbers(table.profile, table.choice)) return this.#auditNumbers(table, from);
    const several = severalOf(table.profile, table.choice);
    if (several !== 'no') return this.#auditClasses(table, from, several === 'ordered');
    return this.#auditFile(table, table.choice, from, (audited, rows) => {
      loadParts({ ofFile: true, hasComparison: audited.comparison !== undefined });
      return { at: 'report', audited: begun(audited, table.choice), table, rows };
    });
  }

  #auditNumbers(table: Table, from: Stage): Promise<void> {
    const { file } = table;
    const during = (progress: Progress | undefined): Stage => ({ at: 'auditing', file, progress });
    const onProgress = (progress: Progress) => {
      this.stage = during(progress);
    };
    return this.work(during(undefined), from, async (signal) => {
      const choice = preparedChoice(table.choice);
      const rows = await rowsOf(table, table.choice, signal);
      const work = { kind: 'numbers' as const, file: rows, source: file.name, choice };
      const [report] = await Promise.all([
        run(work, { onProgress, signal }),
        import('../numbers/numbers-view.js'),
      ]);
      return { at: 'numbers', table, report };
    });
  }

  #auditClasses(table: Table, from: Stage, isOrdered: boolean): Promise<void> {
    const { file } = table;
    const during = (progress: Progress | undefined): Stage => ({ at: 'auditing', file, progress });
    const onProgress = (progress: Progress) => {
      this.stage = during(progress);
    };
    return this.work(during(undefined), from, async (signal) => {
      const choice = preparedChoice(table.choice);
      const rows = await rowsOf(table, table.choice, signal);
      const work = { kind: 'classes' as const, file: rows, source: file.name, choice, isOrdered };
      const [report] = await Promise.all([
        run(work, { onProgress, signal }),
        import('../classes/classes-view.js'),
      ]);
      return { at: 'classes', table, report };
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
    next: (audited: Audited, rows: File) => Stage,
  ): Promise<void> {
    const { file } = table;
    const during = (progress: Progress | undefined): Stage => ({ at: 'auditing', file, progress });
    const onProgress = (progress: Progress) => {
      this.stage = during(progress);
    };
    return this.work(during(undefined), from, async (signal) => {
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

  static override styles = [
    ...RoomElement.styles,
    chooseFileStyle,
    css`
      .another {
        margin-top: 3.25rem;
      }
      .end {
        margin-top: 2.25rem;
      }
      .choose {
        margin-top: 1rem;
      }
      @media print {
        .another {
          display: none;
        }
      }
    `,
  ];
}

// A link to an example says what of it is to be looked at.
function queryOf({ view }: Looked): URLSearchParams {
  const query = new URLSearchParams();
  if (!view) return query;
  if (view.by.length > 0) query.set('by', view.by.join(','));
  if (view.disparity !== undefined) query.set('disparity', view.disparity);
  if (view.rate !== undefined) query.set('rate', view.rate);
  if (view.isExact) query.set('exact', '');
  return query;
}

function viewOf(query: URLSearchParams): Looked['view'] {
  if (query.size === 0) return undefined;
  const [disparity, rate] = [query.get('disparity'), query.get('rate')];
  return {
    by: query.get('by')?.split(',') ?? [],
    ...(disparity !== null && { disparity }),
    ...(rate !== null && { rate }),
    isExact: query.has('exact'),
  };
}

/** With what was said to matter most as what is looked at first. */
function begun(audited: Audited, choice: Choice): Audited {
  const goal = goalOf(choice);
  if (!goal) return audited;
  const view = { by: [], disparity: goal.disparity, rate: goal.rate, isExact: false };
  return { ...audited, report: { ...audited.report, view } };
}

const isAhead = (stage: AuditRoom['stage']): stage is Columns & { ahead: Ahead } =>
  stage.at === 'columns' && stage.ahead !== undefined;

function aheadOf(file: File, profile: TableProfile, progress: Progress): Columns {
  const guessed = guess(profile);
  return {
    at: 'columns',
    table: { file, read: file, said: [], profile, guessed, choice: guessed },
    ahead: { progress, isCorrected: false, isAsked: false },
  };
}

/** A part or a copy of a file, under its name. */
const named = (part: Blob, file: File): File =>
  part === file ? file : new File([part], file.name);

async function takenIn(file: File, signal: AbortSignal): Promise<Pick<Table, 'read' | 'profile'>> {
  const taken = await run({ kind: 'intake', file }, { signal });
  return { read: named(taken.file, file), profile: taken.profile };
}

/** The table as the choice asks for it. */
async function rowsOf(
  { read, profile }: Pick<Table, 'read' | 'profile'>,
  choice: Choice,
  signal: AbortSignal,
): Promise<File> {
  if (changesOf(profile, choice) === undefined) return read;
  return named(await run({ kind: 'prepare', file: read, profile, choice }, { signal }), read);
}

// What stands further down is loaded when the report above it is there.
function loadParts({ ofFile, hasComparison }: { ofFile: boolean; hasComparison: boolean }): void {
  const failed = (error: unknown) => console.error(error);
  import('../power/power-view.js').catch(failed);
  import('../within/within-view.js').catch(failed);
  if (ofFile) import('../scan/find-groups.js').catch(failed);
  if (ofFile) import('../impact/impact-tables.js').catch(failed);
  if (hasComparison) import('../compare/paired-view.js').catch(failed);
}

// What a stored report was set beside.
function loadBeside({ beside = {} }: Report): void {
  const failed = (error: unknown) => console.error(error);
  if (beside.comparison) import('../compare/paired-view.js').catch(failed);
  if (beside.version) import('../compare/compare-view.js').catch(failed);
}

const power = (report: Report, origin: Origin, change: (event: CustomEvent<Report>) => void) =>
  report.breakdowns.some(({ comparisons }) => comparisons.length > 0)
    ? html`<power-view .report=${report} .origin=${origin} @report-change=${change}></power-view>`
    : nothing;

// What was asked within strata stays when something else is asked.
const keptWithin = (before: Report, report: Report): Report =>
  report.conditional || !before.conditional
    ? report
    : { ...report, conditional: before.conditional };

const attributesOf = ({ breakdowns }: Report): string[] => [
  ...new Set(breakdowns.flatMap(({ by }) => by)),
];

// Columns that make groups and are not what is asked about.
function conditionsOf({ profile, choice }: Table): string[] {
  const { prediction, rival, label, score, weight, groups, bins } = choice;
  const taken = [prediction, rival, label, score, weight];
  return profile.columns
    .filter((column) => !taken.includes(column.name))
    .filter(
      (column) =>
        (groups.includes(column.name) && column.name in bins) ||
        (canBeGroup(column) && column.values.length > 1 && !isMeasure(column)),
    )
    .map(({ name }) => name);
}

const within = (
  report: Report,
  origin: Origin,
  columns: readonly string[],
  change: (event: CustomEvent<Report>) => void,
) =>
  report.conditional || possibleConditions(report, columns).length > 0
    ? html`<within-view
        .report=${report}
        .origin=${origin}
        .columns=${columns}
        @report-change=${change}
      ></within-view>`
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
