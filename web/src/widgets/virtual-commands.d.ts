// SPDX-License-Identifier: Apache-2.0
//
// The options of commands, which web/commands.ts provides.

declare module 'virtual:commands' {
  /** A row of js/src/cli/options/options.ts without its functions. */
  export interface OptionRow {
    readonly type: 'string' | 'boolean';
    readonly multiple?: true;
    readonly value?: string;
    readonly default?: string;
    readonly help: string;
    readonly column?: 'category' | 'name' | 'number';
    readonly range?: {
      readonly type: 'integer' | 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly exclusiveMinimum?: number;
      readonly exclusiveMaximum?: number;
    };
    readonly isRequired?: true;
    readonly orElse?: readonly string[];
    readonly excludes?: readonly string[];
  }

  export interface CommandOptions {
    readonly about: string;
    readonly sections: readonly (readonly [title: string, options: Readonly<Record<string, OptionRow>>])[];
  }

  export const commands: Readonly<
    Record<'repeated' | 'exposure' | 'shares' | 'rankings' | 'monitoring', CommandOptions>
  >;

  /** An option with a number, as a field of a form. */
  export interface NumberOption {
    readonly title: string;
    readonly hint: string;
    readonly range: NonNullable<OptionRow['range']>;
    /** The default. */
    readonly initial?: number;
  }
}

declare module 'virtual:numbers/leakage' {
  import type { NumberOption } from 'virtual:commands';

  type Training = 'trials' | 'epochs' | 'batchSize' | 'learningRate' | 'weightDecay' | 'patience';
  export const numbers: Readonly<Record<Training | 'layers' | 'firstWidth' | 'testSize' | 'seed', NumberOption>>;
}

declare module 'virtual:numbers/robustness' {
  import type { NumberOption } from 'virtual:commands';

  export const numbers: Readonly<Record<'lipschitz', NumberOption>>;
}
