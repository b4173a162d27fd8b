import {
  type DescribedCommand,
  type DescribedOption,
  isWordList,
  quoteForFish as quote,
  type Values,
  type WordList,
} from './describe-program.js';

const ACTIONS = {
  file: '--require-parameter --force-files',
  folder: "--no-files --require-parameter --arguments '(__fish_complete_directories)'",
  anything: '--no-files --require-parameter',
} as const;

const action = (name: string, values: Values): string =>
  typeof values === 'string' && !isWordList(values)
    ? ACTIONS[values]
    : `--no-files --require-parameter --arguments ${quote(words(name, values))}`;

/** The words, or a command that fish runs to get them. */
const words = (name: string, values: readonly string[] | WordList): string =>
  typeof values === 'string' ? `(__${name}_words ${values})` : values.join(' ');

const nameFlags = ({ names }: DescribedOption): string =>
  names
    .map((name) =>
      name.startsWith('--') ? `--long-option ${name.slice(2)}` : `--short-option ${name.slice(1)}`,
    )
    .join(' ');

/** A script that fish reads at its start. */
export const fishScript = (name: string, commands: readonly DescribedCommand[]): string => {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  const lines = commands.flatMap(({ path, commands: children, options, argument }) => {
    const here = `complete --command ${name} --condition ${quote(`test (__${name}_path) = ${quote(path)}`)}`;
    const takesFiles = children.length === 0 && (argument === 'anything' || argument === 'file');
    return [
      ...(takesFiles ? [] : [`${here} --no-files`]),
      ...children.map(
        (child) =>
          `${here} --arguments ${quote(child.name)} --description ${quote(child.description)}`,
      ),
      ...(typeof argument === 'string' && !isWordList(argument)
        ? []
        : [`${here} --arguments ${quote(words(name, argument))}`]),
      ...options.map((option) => {
        const value = option.values === undefined ? '' : ` ${action(name, option.values)}`;
        return `${here} ${nameFlags(option)}${value} --description ${quote(option.description)}`;
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
