import type { Argument, Command, Option } from 'commander';
import { quoteForShell as quote } from '../platform/escaping.js';

/** Lists of words that depend on what is installed; the script asks the program for them. */
export const WORD_LISTS = [
  'sources',
  'targets',
  'addable',
  'pullable',
  'published',
  'models',
] as const;

export type WordList = (typeof WORD_LISTS)[number];

const isWordList = (word: string): word is WordList =>
  (WORD_LISTS as readonly string[]).includes(word);

/**
 * What is allowed in a position: certain words, a list that depends on what is installed, the name
 * of a file or folder, or anything.
 */
type Values = readonly string[] | WordList | 'file' | 'folder' | 'anything';

interface DescribedOption {
  /** `--quiet`, `-q` */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined for a switch. */
  readonly values: Values | undefined;
}

/** A command with what may follow it. */
interface DescribedCommand {
  /** The words that lead to it, such as `keys create`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly DescribedOption[];
  readonly argument: Values;
}

/** A program and all its commands, without what its help hides. */
export const describeProgram = (program: Command, path = ''): readonly DescribedCommand[] => {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const own = {
    path,
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
    })),
    options: help.visibleOptions(program).map(describeOption),
    argument: ARGUMENTS[path] ?? valuesOf(program.registeredArguments[0]),
  };
  const children = program.commands.flatMap((command) =>
    describeProgram(command, `${path} ${command.name()}`.trim()),
  );
  return [own, ...children];
};

const describeOption = (option: Option): DescribedOption => ({
  names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
  description: option.description,
  values: option.required || option.optional ? valuesOf(option) : undefined,
});

const PLACEHOLDERS: Readonly<Record<string, Values>> = {
  '--from <language>': 'sources',
  '--to <language>': 'targets',
  '<file>': 'file',
  '<path>': 'file',
  '<path...>': 'file',
  '<folder>': 'folder',
  '<folder...>': 'folder',
  '<language...>': 'addable',
  '<model or pair...>': 'models',
};

/** Arguments that mean different things in different commands. */
const ARGUMENTS: Readonly<Record<string, Values>> = {
  'models pull': 'pullable',
  'models available': 'published',
};

const valuesOf = (place: Option | Argument | undefined): Values => {
  if (!place) return 'anything';
  if (place.argChoices) return place.argChoices;
  if (!('flags' in place)) {
    return PLACEHOLDERS[`<${place.name()}${place.variadic ? '...' : ''}>`] ?? 'anything';
  }
  const placeholder = place.flags.replace(/^.* /, '');
  return PLACEHOLDERS[`${place.long} ${placeholder}`] ?? PLACEHOLDERS[placeholder] ?? 'anything';
};

const BASH_ACTIONS = {
  file: 'COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; return',
  folder: 'COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null; return',
  anything: 'return',
} as const;

const bashAction = (values: Values): string => {
  if (typeof values !== 'string') return `words=${quote(values.join(' '))}`;
  return isWordList(values)
    ? `words=$("\${COMP_WORDS[0]}" completion-words ${values} 2>/dev/null)`
    : BASH_ACTIONS[values];
};

/** A script that bash reads at its start. */
const bashScript = (name: string, commands: readonly DescribedCommand[]): string => {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      option.values === undefined
        ? []
        : [
            `    ${option.names.map((flag) => quote(`${path}:${flag}`)).join('|')}) ${bashAction(option.values)} ;;`,
          ],
    ),
  );
  const words = commands.map(({ path, commands: children, options, argument }) => {
    const flags = options.flatMap(({ names }) => names).join(' ');
    const others =
      children.length > 0
        ? `words=${quote(children.map((child) => child.name).join(' '))}`
        : bashAction(argument === 'anything' ? 'file' : argument);
    return `      ${quote(path)}) if [[ $current == -* ]]; then words=${quote(flags)}; else ${others}; fi ;;`;
  });
  return `# bash completion of ${name}, made by: ${name} completion bash
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local path='' words='' index next IFS=$' \\t\\n'
  for ((index = 1; index < COMP_CWORD; index++)); do
    next="\${path:+$path }\${COMP_WORDS[index]}"
    case $next in
      ${paths.join('|')}) path=$next ;;
    esac
  done
  COMPREPLY=()
  case "$path:$previous" in
${values.join('\n')}
    *)
      case $path in
${words.map((line) => `  ${line}`).join('\n')}
      esac
      ;;
  esac
  IFS=$'\\n' COMPREPLY=($(IFS=$' \\n'; compgen -W "$words" -- "$current"))
}
complete -F _${name} ${name}
`;
};

const ZSH_ACTIONS = { file: '_files', folder: '_files -/', anything: ':' } as const;

const zshAction = (values: Values): string => {
  if (typeof values !== 'string') return `compadd -- ${values.map(quote).join(' ')}`;
  return isWordList(values)
    ? `compadd -- \${(f)"$("\${words[1]}" completion-words ${values} 2>/dev/null)"}`
    : ZSH_ACTIONS[values];
};

/** A name with its description as \`_describe\` takes it. */
const described = (name: string, description: string): string =>
  quote(`${name.replaceAll(':', '\\:')}:${description}`);

/** A script that zsh reads at its start, or finds as \`_dragoman\` in its \`fpath\`. */
const zshScript = (name: string, commands: readonly DescribedCommand[]): string => {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      option.values === undefined
        ? []
        : [
            `    ${option.names.map((flag) => quote(`${path}:${flag}`)).join('|')}) ${zshAction(option.values)}; return ;;`,
          ],
    ),
  );
  const words = commands.map(({ path, commands: children, options, argument }) => {
    const flags = options.flatMap(({ names, description }) =>
      names.map((flag) => described(flag, description)),
    );
    const others =
      children.length > 0
        ? `found=(${children.map((child) => described(child.name, child.description)).join(' ')})`
        : `${zshAction(argument === 'anything' ? 'file' : argument)}; return`;
    return `    ${quote(path)})
      if [[ $current == -* ]]; then found=(${flags.join(' ')}); else ${others}; fi ;;`;
  });
  return `#compdef ${name}
# zsh completion of ${name}, made by: ${name} completion zsh
_${name}() {
  local current=\${words[CURRENT]} previous=\${words[CURRENT-1]} path_='' next word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${path_:+$path_ }$word"
    case $next in
      ${paths.join('|')}) path_=$next ;;
    esac
  done
  case "$path_:$previous" in
${values.join('\n')}
  esac
  case $path_ in
${words.join('\n')}
  esac
  _describe ${quote(name)} found
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
};

/** Text as one word of fish, where a backslash counts between single quotes. */
const quoteForFish = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const FISH_ACTIONS = {
  file: '--require-parameter --force-files',
  folder: "--no-files --require-parameter --arguments '(__fish_complete_directories)'",
  anything: '--no-files --require-parameter',
} as const;

const fishAction = (name: string, values: Values): string =>
  typeof values === 'string' && !isWordList(values)
    ? FISH_ACTIONS[values]
    : `--no-files --require-parameter --arguments ${quoteForFish(fishWords(name, values))}`;

/** The words, or a command that fish runs to get them. */
const fishWords = (name: string, values: readonly string[] | WordList): string =>
  typeof values === 'string' ? `(__${name}_words ${values})` : values.join(' ');

const nameFlags = ({ names }: DescribedOption): string =>
  names
    .map((name) =>
      name.startsWith('--') ? `--long-option ${name.slice(2)}` : `--short-option ${name.slice(1)}`,
    )
    .join(' ');

/** A script that fish reads at its start. */
const fishScript = (name: string, commands: readonly DescribedCommand[]): string => {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quoteForFish(path)]));
  const lines = commands.flatMap(({ path, commands: children, options, argument }) => {
    const here = `complete --command ${name} --condition ${quoteForFish(`test (__${name}_path) = ${quoteForFish(path)}`)}`;
    const takesFiles = children.length === 0 && (argument === 'anything' || argument === 'file');
    return [
      ...(takesFiles ? [] : [`${here} --no-files`]),
      ...children.map(
        (child) =>
          `${here} --arguments ${quoteForFish(child.name)} --description ${quoteForFish(child.description)}`,
      ),
      ...(typeof argument === 'string' && !isWordList(argument)
        ? []
        : [`${here} --arguments ${quoteForFish(fishWords(name, argument))}`]),
      ...options.map((option) => {
        const value = option.values === undefined ? '' : ` ${fishAction(name, option.values)}`;
        return `${here} ${nameFlags(option)}${value} --description ${quoteForFish(option.description)}`;
      }),
    ];
  });
  return `# fish completion of ${name}, made by: ${name} completion fish
function __${name}_path
  set -l path ''
  for word in (commandline --tokenize --cut-at-cursor --current-process)[2..-1]
    set -l next (string trim -- "$path $word")
    contains -- $next ${paths.join(' ')}; and set path $next
  end
  echo $path
end
function __${name}_words
  set -l typed (commandline --tokenize --current-process)[1]
  $typed completion-words $argv 2>/dev/null
end
${lines.join('\n')}
`;
};

/** A completion script by shell. */
export const COMPLETION_SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Record<
  string,
  (name: string, commands: readonly DescribedCommand[]) => string
>;

export type Shell = keyof typeof COMPLETION_SCRIPTS;

export const SHELLS = Object.keys(COMPLETION_SCRIPTS) as readonly Shell[];

/** `dragoman completion`: the script is generated from the program, so it is complete. */
export const completionCommand = (shell: Shell, _options: unknown, command: Command): void => {
  const program = command.parent ?? command;
  process.stdout.write(COMPLETION_SCRIPTS[shell](program.name(), describeProgram(program)));
};
