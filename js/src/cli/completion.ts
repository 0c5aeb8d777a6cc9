// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm completion bash|zsh|fish`: a script that lets the shell complete commands and options. Which there are is what the
// commands' own parsers take; what is said of each is read from their help, so that nothing has to be told twice.

import { type Command, exitCodes, requireChoice, UsageError } from './command.js';
import { writeStandardOutput } from './output.js';

/** A command with its options, each with the first line of what its help says. */
interface Known {
  name: string;
  summary: string;
  options: readonly (readonly [name: string, summary: string])[];
}

const help = `Usage: fairwasm completion bash|zsh|fish

Prints a script that lets the shell complete commands and options.

  bash   source <(fairwasm completion bash)      in ~/.bashrc
  zsh    source <(fairwasm completion zsh)       in ~/.zshrc, after compinit
  fish   fairwasm completion fish | source       in ~/.config/fish/config.fish

Exit codes: 0 success, 2 invalid usage.`;

type Summarized = Command & { summary: string };

/** The command; `all` loads every command. */
export const completionOf = (all: () => Promise<readonly Summarized[]>): Command => ({
  name: 'completion',
  help,
  options: {},
  async run([shell, ...more]) {
    if (shell === undefined || more.length > 0) throw new UsageError('give one shell');
    const names = Object.keys(shells) as (keyof typeof shells)[];
    const write = shells[requireChoice('the shell', shell, names)];
    await writeStandardOutput(write((await all()).map(known)));
    return exitCodes.ok;
  },
});

const option = /^ {2}(--[a-z-]+)(?![a-z-])/;
const isFurther = /^ {10}/;

/** What help says of options: they stand two blanks from the left, what they do behind two more, or on the next line. */
function saidIn(help: string): Map<string, string> {
  const lines = help.split('\n');
  const said = lines.map((line, i): [string, string] | undefined => {
    const [start, name] = option.exec(line) ?? [];
    if (start === undefined || name === undefined) return undefined;
    const gap = line.indexOf('  ', start.length);
    const next = lines[i + 1] ?? '';
    return [name, gap >= 0 ? line.slice(gap).trim() : isFurther.test(next) ? next.trim() : ''];
  });
  return new Map(said.filter((each) => each !== undefined));
}

function known({ name, summary, help: text, options }: Summarized): Known {
  const said = saidIn(text);
  const taken = Object.keys(options).map((option) => `--${option}`);
  const described = taken.map((option) => [option, said.get(option) ?? ''] as const);
  return { name, summary, options: [...described, ['--help', 'explain it']] };
}

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
    `${commands.flatMap(({ name, summary, options }) => [`complete -c fairwasm -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`, ...options.map(([option, what]) => `complete -c fairwasm -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)} -d ${quoted(what)}`)]).join('\n')}
`,
};

/** A name with what is said of it, as zsh wants them. */
const described = (name: string, summary: string) =>
  quoted(`${name}:${summary.replaceAll(':', '\\:')}`);
