// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm pay`: computes the gender pay gap figures that a law names.

import { type EuPayInput, euPay, type UkPayInput, ukPay } from '../../amounts/pay.js';
import { intakeOptions } from '../input/intake.js';
import { choice, column, number, ranges, required, text } from '../options/options.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

const rules = ['eu-2023-970', 'uk-2017-172'] as const;

const columnsOf = {
  'eu-2023-970': { needed: ['basic', 'hours'], others: ['variable', 'category'] },
  'uk-2017-172': { needed: ['hourly'], others: ['bonus', 'full-pay'] },
} as const;

export const pay = columnCommand({
  name: 'pay',
  usage: [
    'FILE.csv --rule eu-2023-970 --sex COLUMN --basic COLUMN --hours COLUMN',
    'FILE.csv --rule uk-2017-172 --sex COLUMN --hourly COLUMN',
  ],
  about:
    'Computes gender pay gap figures in the form of a rule: Article 9 of Directive (EU) 2023/970, or the regulations ' +
    '8 to 13 of SI 2017/172 in the United Kingdom.',
  sections: {
    Rule: {
      rule: required(choice(rules, 'the rule')),
      female: text('VALUE', [
        'the value of --sex that means women',
        'Default: usual names, such as f, female, or Frau',
      ]),
      male: text('VALUE', ['the value of --sex that means men', 'Default: usual names, such as m, male, or Mann']),
      'minimum-per-sex': number(ranges.whole(1), [
        'withhold categories with fewer women or fewer men, with eu-2023-970',
        'Default: 6',
      ]),
    },
    Columns: {
      sex: required(column('category', 'the sex of each worker')),
      basic: column('number', 'basic pay of the year'),
      variable: column('number', ['complementary or variable pay of the year', 'Default: none']),
      hours: column('number', 'paid hours of the year'),
      category: column('category', [
        'workers who do the same work or work of equal value',
        'Default: no figures by category',
      ]),
      hourly: column('number', 'hourly pay at the snapshot date'),
      bonus: column('number', ['bonus of 12 months', 'Default: none']),
      'full-pay': column('category', ['yes for full-pay relevant employees', 'Default: all are']),
      ...intakeOptions,
    },
    Output: { ...documentFormatOptions },
  },
  examples: [
    'payroll.csv --rule eu-2023-970 --sex sex --basic basic --variable bonus --hours hours --category grade',
    'staff.csv --rule uk-2017-172 --sex sex --hourly hourly_pay --bonus bonus --format html --output gap.html',
  ],
  check: (values) => {
    const { needed, others } = columnsOf[values.rule];
    for (const name of needed) {
      if (values[name as keyof typeof values] === undefined)
        throw new UsageError(`--rule ${values.rule} requires --${name}. Add --${name} COLUMN.`);
    }
    const usable: readonly string[] = [...needed, ...others];
    const all = Object.values(columnsOf).flatMap((each) => [...each.needed, ...each.others]);
    const unexpected = all.find((name) => values[name as keyof typeof values] !== undefined && !usable.includes(name));
    if (unexpected !== undefined)
      throw new UsageError(`--${unexpected} has no effect with --rule ${values.rule}. Remove --${unexpected}.`);
  },
  compute: async (
    input: EuPayInput & UkPayInput & { 'full-pay'?: UkPayInput['fullPay'] },
    { rule, female, male, 'minimum-per-sex': minimumPerSex },
  ) => {
    const { sex, basic, variable, hours, category, hourly, bonus, 'full-pay': fullPay } = input;
    return rule === 'eu-2023-970'
      ? euPay({ sex, female, male, basic, variable, hours, category, minimumPerSex })
      : ukPay({ sex, female, male, hourly, bonus, fullPay });
  },
});
