// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm completion bash|zsh|fish`: prints a shell completion script, made from the table of options.

import { type Command, exitCodes } from '../command.js';
import { getSummary, type Manual } from '../options/options.js';
import { requireChoice, UsageError } from '../options/usage.js';
import { writeStandardOutput } from '../output/output.js';

/** A command with its options and the first part of their help. */
interface Known {
  name: string;
  summary: string;
  options: readonly (readonly [name: string, summary: string])[];
}

const manual: Manual = {
  name: 'completion',
  usage: ['bash|zsh|fish'],
  about: 'Prints a script that lets the shell complete commands and options.',
  notes: `  bash   source <(fairwasm completion bash)      in ~/.bashrc
  zsh    source <(fairwasm completion zsh)       in ~/.zshrc, after compinit
  fish   fairwasm completion fish | source       in ~/.config/fish/config.fish`,
  closing: 'Exit codes: 0 success, 2 invalid usage.',
};

type Summarized = Command & { summary: string };

/** Creates the command; `all` loads every command. */
export const getCompletion = (all: () => Promise<readonly Summarized[]>): Command => ({
  name: 'completion',
  manual,
  options: {},
  async run([shell, ...more]) {
    if (shell === undefined || more.length > 0) throw new UsageError('pass the name of one shell: bash, zsh, or fish');
    const names = Object.keys(shells) as (keyof typeof shells)[];
    const write = shells[requireChoice('the shell', shell, names)];
    await writeStandardOutput(write((await all()).map(present)));
    return exitCodes.ok;
  },
});

const present = ({ name, summary, options }: Summarized): Known => ({
  name,
  summary,
  options: [
    ...Object.entries(options).map(([option, row]) => [`--${option}`, getSummary(row)] as const),
    ['--help', 'show help'],
  ],
});

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const shells = {
  bash: (commands: readonly Known[]) => `_fairwasm() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted(commands.map(({ name }) => name).join(' '))}
  elif [[ $current == -* ]]; then
    case \${COMP_WORDS[1]} in
${commands.map(({ name, options }) => `      ${name}) words=${quoted(options.map(([option]) => option).join(' '))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _fairwasm fairwasm
`,
  zsh: (commands: readonly Known[]) => `#compdef fairwasm
_fairwasm() {
  local -a commands options
  commands=(
${commands.map(({ name, summary }) => `    ${described(name, summary)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  elif [[ $words[CURRENT] == -* ]]; then
    case $words[2] in
${commands.map(({ name, options }) => `      ${name}) options=(${options.map(([option, summary]) => described(option, summary)).join(' ')}) ;;`).join('\n')}
    esac
    _describe option options
  else
    _files
  fi
}
compdef _fairwasm fairwasm
`,
  fish: (commands: readonly Known[]) =>
    `${commands.flatMap(({ name, summary, options }) => [`complete -c fairwasm -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`, ...options.map(([option, subject]) => `complete -c fairwasm -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)} -d ${quoted(subject)}`)]).join('\n')}
`,
};

/** Returns a name and its description in zsh's format. */
const described = (name: string, summary: string) => quoted(`${name}:${summary.replaceAll(':', '\\:')}`);
