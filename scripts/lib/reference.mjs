// The reference pages of docs/ that are generated: every metric, from the package's table, and every command, from its
// help.

import { metrics } from 'fairwasm';
import { metricAdvice } from '#fairwasm/metrics/advice.js';
import { metricKinds } from '#fairwasm/metrics/table.js';
import { getAliases, groupFunctions } from '../../dist/metrics/aliases.js';
import { undefinedClause } from '../../dist/metrics/metric.js';
import { pointers } from '../../dist/metrics/pointers.js';
import { helpOfCommands } from './man.mjs';

const bound = (value) => (Number.isFinite(value) ? String(value) : value > 0 ? '∞' : '-∞').replace('-', '−');

const directions = {
  higher: 'higher is better for the group',
  lower: 'lower is better for the group',
  none: 'neither higher nor lower is better in itself',
  ideal: 'closer to the ideal means more similar groups',
};

// As Python libraries write it: equalized_odds_ratio.
const toPythonName = (name) =>
  /^[a-z]+([A-Z][a-z]+)+$/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name.replace(/^\w+( \w+)+$/, (words) => words.replaceAll(' ', '_'));

function getOtherNames(name) {
  const names = [toPythonName(name), ...getAliases(name)].filter((other) => other !== name);
  return names.length === 0 ? [] : [['Other names', names.join(', ')]];
}

const statistics = { difference: 'largest minus smallest', ratio: 'smallest divided by largest' };

// The names of other libraries that are not a metric here, with the metric to use instead.
function otherNamesSection() {
  const compared = Object.entries(groupFunctions).map(([name, { rates, statistic }]) => [
    name,
    `${statistics[statistic]} value of the groups: ${rates.map((rate) => `\`${rate}.${statistic}\``).join(' and ')}`,
  ]);
  const rows = Object.entries({ ...Object.fromEntries(compared), ...pointers }).map(([name, text]) => {
    const written = [...new Set([name, toPythonName(name)])].join(', ');
    return `| ${written} | ${text.replaceAll('|', '\\|')} |`;
  });
  return `## Names in other libraries\n\n| Name | In fairwasm |\n| --- | --- |\n${rows.join('\n')}\n`;
}

function metricSection(metric) {
  const { name, title, formula, range, ideal, direction, inputs, meaning } = metric;
  const advice = metricAdvice(name);
  const facts = [
    ['In code', `\`${name}\``],
    ...getOtherNames(name),
    ['Formula', `\`${formula}\``],
    ['Range', `${bound(range[0])} to ${bound(range[1])}`],
    ...(ideal === undefined ? [] : [['Ideal', ideal]]),
    ['Direction', directions[direction]],
    ['Needs', inputs.join(', ')],
    [metric.undefinedWhen === 'never' ? 'Undefined' : 'Undefined if', undefinedClause(metric)],
    ['Use it', advice.use],
    ['Do not use it', advice.avoid],
    ['Conflicts', advice.conflicts],
    ['Reference', metric.reference],
  ];
  const rows = facts.map(([fact, text]) => `| ${fact} | ${String(text).replaceAll('|', '\\|')} |`);
  return `### ${title}\n\n${meaning}\n\n| | |\n| --- | --- |\n${rows.join('\n')}\n`;
}

function metricsPage() {
  const parts = Object.entries(metricKinds).map(([kind, { heading }]) => {
    const rows = metrics.filter((metric) => metric.kind === kind);
    return `## ${heading}\n\n${rows.map(metricSection).join('\n')}`;
  });
  return `# Every metric

TP, FP, TN, and FN are true and false positives and negatives. Each metric measures one notion of fairness; none shows that
a model is fair. \`fairwasm explain NAME\` prints an entry of this page.

${parts.join('\n')}
${otherNamesSection()}`;
}

async function commandLinePage() {
  // The options for reading files are the same in every command.
  const { overview, commands } = await helpOfCommands((name) => (name === 'audit' ? 'all' : 'usual'));
  const block = (text) => `\`\`\`\n${text.trim()}\n\`\`\`\n`;
  const sections = commands.map(([name, text]) => `## fairwasm ${name}\n\n${block(text)}`);
  const note =
    'All commands that read a file accept the same options for reading it, such as `--delimiter`. They are listed under `audit`.';
  return `# Every command\n\n${note}\n\n${block(overview)}\n${sections.join('\n')}`;
}

/** Returns the text of each generated page by its path. */
export const referencePages = async () => ({
  'docs/metrics.md': metricsPage(),
  'docs/command-line.md': await commandLinePage(),
});
