import { quoteForShell as quote } from '../../platform/quote-for-shell.js';
import { type DescribedCommand, isWordList, type Values } from './describe-program.js';

const ACTIONS = { file: '_files', folder: '_files -/', anything: ':' } as const;

const action = (values: Values): string => {
  if (typeof values !== 'string') return `compadd -- ${values.map(quote).join(' ')}`;
  return isWordList(values)
    ? `compadd -- \${(f)"$("\${words[1]}" completion-words ${values} 2>/dev/null)"}`
    : ACTIONS[values];
};

/** A name with its description as \`_describe\` takes it. */
const described = (name: string, description: string): string =>
  quote(`${name.replaceAll(':', '\\:')}:${description}`);

/** A script that zsh reads at its start, or finds as \`_dragoman\` in its \`fpath\`. */
export const zshScript = (name: string, commands: readonly DescribedCommand[]): string => {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      option.values === undefined
        ? []
        : [
            `    ${option.names.map((flag) => quote(`${path}:${flag}`)).join('|')}) ${action(option.values)}; return ;;`,
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
        : `${action(argument === 'anything' ? 'file' : argument)}; return`;
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
