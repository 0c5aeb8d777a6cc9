// SPDX-License-Identifier: Apache-2.0
//
// The Audit tab: from a file or an example, through the choice of columns, to the report.

import { examples, findExample } from 'fairwasm';
import { css, html } from 'lit';
import { chooseFileStyle } from '../../widgets/choose-file.js';
import { toProblem } from '../../widgets/problem.js';
import { type Start, TabElement } from '../../widgets/tab-element.js';
import type { Progress } from '../../worker/requests.js';
import { prepareToRun, run } from '../../worker/run.js';
import type { CompareView } from '../compare/compare-view.js';
import type { CountsForm } from '../counts/counts-form.js';
import type { Asked } from '../counts/query.js';
import type { Published } from '../impact/publication-form.js';
import type { FoundGroup } from '../slices/questions.js';
import type { Watch } from './audits.js';
import { anotherVersionStyle } from './compare-file.js';
import { loadCounts, loadFiles, loadFor, loadVersions } from './load-parts.js';
import { example } from './report-stages.js';
import * as setup from './setup-stages.js';
import { type Acts, isAhead, named, type Stage, type Table, toAheadColumns } from './stages.js';
import { storedResult } from './stored-report.js';
import { asLooked, getQuery, getView } from './view-address.js';
import './source-picker.js';

/** Names of the stages for a database, and for counts or probabilities of groups, in the address. */
const [database, impact] = ['database', 'impact'] as const;

export class AuditTab extends TabElement<Stage> {
  static override properties = { ...TabElement.properties, files: { state: true } };
  /** The stages of files, once they are loaded. */
  declare files: Awaited<ReturnType<typeof loadFiles>> | undefined;
  readonly #acts: Acts = {
    goTo: (stage) => this.goTo(stage),
    change: (at, next) => {
      const { stage } = this;
      if (stage.at === at) this.stage = next(stage as Parameters<typeof next>[0]);
    },
    cancel: () => this.cancel(),
    receive: (file) => this.receive(file),
    audit: (table) => this.#audit(table),
    auditGroup: (table, rows, group) => this.#auditGroup(table, rows, group),
    compareWith: (file) => this.#compareWith(file),
    look: ({ detail: looked }) => {
      const { stage } = this;
      if (stage.at !== 'report' && stage.at !== 'example' && stage.at !== 'stored') return;
      this.stage = { ...stage, looked };
      if (stage.at === 'example') this.say(getQuery(looked));
    },
  };

  constructor() {
    super('audit');
    this.addEventListener('publish', (event) => this.#publish((event as CustomEvent<Published>).detail));
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

  #stage(stage: AuditTab['stage']) {
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
      case 'columns':
        return this.files?.columns(stage, this.problem, this.#acts);
      case 'database':
        return setup.database(stage.asked, this.isOver, this.#acts);
      case 'impact':
        return setup.impact(stage, this.isOver, this.#acts);
      case 'auditing':
        return this.files?.auditing(stage, this.#acts);
      case 'report':
        return this.files?.fileReport(stage, this.#acts);
      case 'classes':
        return this.files?.classes(stage, this.#acts);
      case 'numbers':
        return this.files?.numbers(stage, this.#acts);
      case 'counts':
        return this.files?.counts(stage, this.#acts);
      case 'example':
        return example(stage, this.#acts);
      case 'stored':
        return this.files?.stored(stage, this.#acts);
      case 'document':
        return this.files?.result(stage, this.#acts);
    }
  }

  protected override getAddress(stage: Stage | Start): string {
    return stage.at === 'example' ? stage.name : super.getAddress(stage);
  }

  protected override getStageTitle(stage: Stage | Start): string | undefined {
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
      case 'document':
        return stage.name;
      case 'impact':
        return stage.table && `${stage.table.file.name}: adverse impact`;
      case 'example':
        return ''; // examples are part of the page
      default:
        return undefined;
    }
  }

  protected override resumed(stage: Stage | Start): Stage | Start {
    this.need(loadFor(stage));
    return asLooked(stage, getView(this.query));
  }

  protected override canOpen(address: string): boolean {
    return address === database || address === impact || examples.some(({ name }) => name === address);
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
      const stored = await storedResult(file);
      const { getProblems, guess, adaptChoice } = await this.#loadFiles();
      if (stored && 'document' in stored) return { at: 'document', name: file.name, ...stored };
      if (stored) return this.#withParts({ at: 'stored', name: file.name, ...stored });
      const onProgress = (progress: Progress) => {
        const { stage } = this;
        if (isAhead(stage)) this.stage = { ...stage, ahead: { ...stage.ahead, progress } };
        else if (progress.first) {
          const { first } = progress;
          void this.meanwhile(toAheadColumns(file, first, guess(first), progress));
        } else tell({ progress });
      };
      const taken = await run({ kind: 'intake', file }, { onProgress, signal });
      const { profile, fileNotes } = taken;
      const ahead = isAhead(this.stage) ? this.stage : undefined;
      const isCorrected = ahead?.ahead.isCorrected === true;
      const guessed = guess(profile);
      const choice = isCorrected ? adaptChoice(profile, ahead.table.choice) : guessed;
      const table = { file, read: named(taken.file, file), fileNotes, profile, guessed, choice };
      const canRun = Object.keys(getProblems(profile, choice)).length === 0;
      if (ahead?.ahead.isAsked && canRun) asked = table;
      return { at: 'columns', table };
    });
    if (asked) await this.#audit(asked);
  }

  async #receiveCounts(file: File, asked: Asked): Promise<void> {
    const { getCounts: queryCounts, findProblems } = await import('../counts/query.js');
    if (Object.keys(findProblems(asked)).length > 0) {
      await this.renderRoot.querySelector<CountsForm>('counts-form')?.showProblems();
      return;
    }
    const heading = { title: file.name, label: `Reading ${file.name}` };
    await this.workShown(heading, { at: 'database', asked }, async (signal) => {
      const what = queryCounts(asked);
      const counting = run({ kind: 'counts', file, source: file.name, what }, { signal });
      const [report] = await Promise.all([counting, this.#loadFiles()]);
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
    const example = findExample(name);
    const view = getView(this.query);
    return this.workShown({ title: example.title, label: 'Opening the example' }, { at: 'start' }, async (signal) => {
      const report = await run({ kind: 'example', example }, { signal });
      return this.#withParts({ at: 'example', name, report: view ? { ...report, view } : report });
    });
  }

  async #loadFiles() {
    this.files ??= await loadFiles();
    return this.files;
  }

  protected override async prepare({ at }: Stage | Start): Promise<void> {
    if (!['start', 'example', 'database', 'impact'].includes(at)) await this.#loadFiles();
  }

  /** Shows the summary of a bias audit as a stored result, which can be printed and saved. */
  async #publish({ report, source }: Published): Promise<void> {
    try {
      const writing = import('../../widgets/write-result.js');
      const [{ describeResult }] = await Promise.all([writing, this.#loadFiles()]);
      const document = { source, ...describeResult(report) };
      await this.goTo({ at: 'document', name: source, document, result: report });
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  #openDatabase(): Promise<void> {
    return this.#openForm('Counts in a database', async () => {
      const [{ nothingAsked }] = await Promise.all([import('../counts/query.js'), loadCounts()]);
      return { at: 'database', asked: nothingAsked };
    });
  }

  #openImpact(): Promise<void> {
    return this.#openForm('Adverse impact', async () => {
      const stage: Stage = { at: 'impact' };
      await loadFor(stage);
      return stage;
    });
  }

  /** Opens a form after loading it. The picker is hidden meanwhile: a file chosen there would be read as decisions. */
  #openForm(title: string, load: () => Promise<Stage>): Promise<void> {
    return this.workShown({ title, label: 'Opening the form' }, { at: 'start' }, load);
  }

  #audit(table: Table): Promise<void> {
    return this.#working(table.file, { at: 'columns', table }, async (watch) =>
      this.#withParts(await (await this.#loadFiles()).auditTally(table, watch)),
    );
  }

  #auditGroup(table: Table, rows: File, group: FoundGroup): Promise<void> {
    return this.#working(table.file, this.stage as Stage, async (watch) => {
      const { auditTally, others } = await this.#loadFiles();
      const marked = await run({ kind: 'mark', file: rows, group }, watch);
      const { name } = group;
      const columns = { groups: [name], bins: {}, kept: undefined, privileged: { [name]: others } };
      const choice = { ...table.choice, ...columns };
      const read = named(marked.file, rows);
      return this.#withParts(await auditTally({ ...table, read, profile: marked.profile, choice }, watch));
    });
  }

  /** Returns the stage, and starts loading the parts that it needs. */
  #withParts(stage: Stage): Stage {
    this.need(loadFor(stage));
    return stage;
  }

  async #compareWith(file: File): Promise<void> {
    const { stage } = this;
    if (stage.at !== 'report') return;
    const loading = loadVersions();
    loading.catch(() => {}); // the audit reports the error
    await this.#working(file, stage, async (watch) => {
      const { auditOfVersion } = await this.#loadFiles();
      const { report } = await auditOfVersion(file, stage.table.choice, watch);
      return { ...stage, other: { name: file.name, report } };
    });
    await loading;
    const view = this.renderRoot.querySelector<CompareView>('.versions');
    await view?.updateComplete;
    view?.focusHeading();
  }

  /** Shows the progress of a file's audit, and then the resulting stage. */
  #working(file: File, from: Stage, audit: (watch: Watch) => Promise<Stage>): Promise<void> {
    const during = (progress: Progress | undefined): Stage => ({ at: 'auditing', file, progress });
    const onProgress = (progress: Progress) => {
      this.stage = during(progress);
    };
    return this.work(during(undefined), from, (signal) => audit({ onProgress, signal }));
  }

  static override styles = [
    ...TabElement.styles,
    chooseFileStyle,
    anotherVersionStyle,
    css`
      .end {
        margin-top: 2.25rem;
      }
      .choose {
        margin-top: 1rem;
      }
      .keep {
        margin-top: 2.75rem;
      }
      @media print {
        .actions,
        .keep {
          display: none;
        }
      }
    `,
  ];
}

const intro = html`
  <h1 tabindex="-1">How do decisions treat different groups of people?</h1>
  <p class="lead">
    Open a table of decisions made by a model or by people. fairwasm computes the standard fairness metrics for each
    group, compares the groups, and explains each metric in plain words. All of it runs on your device.
  </p>
`;

customElements.define('audit-tab', AuditTab);
