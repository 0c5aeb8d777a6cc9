// SPDX-License-Identifier: Apache-2.0
//
// Base class of the forms that describe work: problems appear when the form is submitted, and the first field with a
// problem receives the focus. Dispatches `start-over` for the second button, and `choice-change` if columns of a table
// are chosen.

import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { TableProfile } from '../table/profile.js';
import { fieldStyle, focusFirstProblem, runButtons } from './fields.js';
import { style } from './style.js';

interface Buttons {
  /** The title of the button that starts the work. */
  button: string;
  /** The title of the button that starts over. */
  again?: string;
  end?: TemplateResult;
}

export abstract class FormElement<Problems extends object> extends LitElement {
  static override properties: PropertyDeclarations = { showsProblems: { state: true } };
  declare showsProblems: boolean;

  /** Returns the problems of the current values by field. */
  protected abstract getProblems(): Partial<Problems>;

  /** The problems that are shown: none until the user submits the form. */
  protected get wrong(): Partial<Problems> {
    return this.showsProblems ? this.getProblems() : {};
  }

  /** Renders the form; its button dispatches the event `start` if there is no problem. */
  protected form(
    content: TemplateResult,
    start: string,
    { button, again = 'Choose other data', end }: Buttons,
  ): TemplateResult {
    return html`
      <form novalidate @submit=${(event: Event) => this.#submit(event, start)}>
        ${content} ${runButtons(button, again, () => this.tell('start-over'))} ${end ?? nothing}
      </form>
    `;
  }

  protected tell(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #submit(event: Event, start: string): Promise<void> {
    event.preventDefault();
    this.showsProblems = Object.keys(this.getProblems()).length > 0;
    if (!this.showsProblems) return this.tell(start);
    await this.updateComplete;
    focusFirstProblem(this.renderRoot);
  }

  static override styles = [style, fieldStyle];
}

/** A form for the use of the columns of a table. */
export abstract class ChoiceForm<Choice, Problems extends object> extends FormElement<Problems> {
  static override properties: PropertyDeclarations = { profile: { attribute: false }, choice: { attribute: false } };
  declare profile: TableProfile;
  declare choice: Choice;

  protected change(part: Partial<Choice>): void {
    this.tell('choice-change', { ...this.choice, ...part });
  }
}
