import { quoteForShell as quote } from '../../platform/quote-for-shell.js';
import { type DescribedCommand, isWordList, type Values } from './describe-program.js';

const ACTIONS = {
  file: 'COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; return',
  folder: 'COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null; return',
  anything: 'return',
} as const;

const action = (values: Values): string => {
  if (typeof values !== 'string') return `words=${quote(values.join(' '))}`;
  return isWordList(values)
    ? `words=$("\${COMP_WORDS[0]}" completion-words ${values} 2>/dev/null)`
    : ACTIONS[values];
};

/** A script that bash reads at its start. */
export const bashScript = (name: string, commands: readonly DescribedCommand[]): string => {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      option.values === undefined
        ? []
        : [
            `    ${option.names.map((flag) => quote(`${path}:${flag}`)).join('|')}) ${action(option.values)} ;;`,
          ],
    ),
  );
  const words = commands.map(({ path, commands: children, options, argument }) => {
    const flags = options.flatMap(({ names }) => names).join(' ');
    const others =
      children.length > 0
        ? `words=${quote(children.map((child) => child.name).join(' '))}`
        : action(argument === 'anything' ? 'file' : argument);
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
