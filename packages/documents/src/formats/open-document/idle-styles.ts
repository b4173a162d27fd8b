/**
 * Automatic styles of characters that only note when a stretch was edited. Writer makes a span for
 * every one of them, in the middle of words.
 */
export const idleStyles = (source: string): ReadonlySet<string> => {
  const idle = new Set<string>();
  const styles =
    /<style:style\s([^>]*style:family="text"[^>]*?)(?:\/>|>\s*(?:<style:text-properties((?:\s[^>]*?)?)\/>)?\s*<\/style:style>)/g;
  for (const [, attributes = '', properties = ''] of source.matchAll(styles)) {
    const name = /\sstyle:name="([^"]*)"|^style:name="([^"]*)"/.exec(attributes);
    const isNamed = /\bstyle:(?:parent-style-name|display-name)=/.test(attributes);
    const others = properties.replace(
      /\s(?:officeooo:[\w-]+|(?:fo|style):(?:language|country)[\w-]*)="[^"]*"/g,
      '',
    );
    if (name && !isNamed && others.trim() === '') idle.add(name[1] ?? name[2] ?? '');
  }
  return idle;
};
