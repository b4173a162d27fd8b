import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { marked, type Token, type Tokens } from 'marked';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced block of a page. */
export interface Block {
  /** First word after the fence: `sh`. */
  readonly language: string;
  /** The word `run` stands after the language. */
  readonly isRun: boolean;
  readonly text: string;
  /** What it prints, where a block right after it shows that. */
  readonly output: string | undefined;
}

/** A parsed page of the documentation. */
export interface Page {
  /** From the root of the repository: `docs/guide/using/api.md`. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Targets of links and images as written. */
  readonly links: readonly string[];
  /** What a link can name after `#`. */
  readonly anchors: ReadonlySet<string>;
}

/** All files of a folder of the repository, as paths from its root. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

/** Every page people read in the repository. */
export const pagePaths = (): readonly string[] => [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'tests/README.md', 'training/README.md'],
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
  ...readdirSync(join(ROOT, 'packages'))
    .flatMap((name) => filesBelow(join('packages', name)))
    .filter((path) => /^packages\/[^/]+\/README\.md$/.test(path)),
];

/** Blocks that show what the one before them prints. */
const OUTPUT_LANGUAGES = ['text', 'json'];

const readBlock = ({ lang = '', text }: Tokens.Code, next: Token | undefined): Block => {
  const [language = '', ...words] = lang.split(' ');
  const isShown = next?.type === 'code' && OUTPUT_LANGUAGES.includes(next.lang);
  return {
    language,
    isRun: words.includes('run'),
    text,
    output: isShown ? next.text : undefined,
  };
};

const linksOf = (token: Token): readonly string[] => {
  if (token.type === 'link' || token.type === 'image') return [token.href];
  if (token.type !== 'html') return [];
  return [...token.text.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)].map(
    (match) => match[1] ?? '',
  );
};

/** The plain text of a heading, from which GitHub makes an anchor. */
const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : token.raw))
    .join('')
    .replaceAll('`', '');

/** Reads a page. */
export const readPage = (path: string): Page => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const links: string[] = [];
  const visit = (token: Token) => {
    if (token.type === 'heading') anchors.add(slugger.slug(plainText(token.tokens ?? [])));
    links.push(...linksOf(token));
  };
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space');
  void marked.walkTokens(tokens, visit);
  const blocks = tokens.flatMap((token, index) =>
    token.type === 'code' ? [readBlock(token as Tokens.Code, tokens[index + 1])] : [],
  );
  return { path, text, blocks, links, anchors };
};

/** The file a link of a page leads to, from the root of the repository, and the anchor in it. */
export const resolveLink = (page: Page, link: string) => {
  const [file = '', anchor] = decodeURI(link).split('#', 2);
  return {
    path: file === '' ? page.path : relative(ROOT, join(ROOT, dirname(page.path), file)),
    anchor,
  };
};
