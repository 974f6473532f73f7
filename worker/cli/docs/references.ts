import MarkdownIt from 'markdown-it'
import { anchorsOfHeadings } from './anchors.ts'

const markdown = new MarkdownIt({ html: true })
type Token = ReturnType<typeof markdown.parse>[number]

const parse = (text: string): Token[] => markdown.parse(text.replace(/^---\n[\s\S]*?\n---\n/, ''), {})

/** The tokens of a document with those inside of paragraphs, headings and cells. */
const allTokens = (text: string): Token[] => {
  const tokens = parse(text)
  return [...tokens, ...tokens.flatMap(({ children }) => children ?? [])]
}

const isHtml = ({ type }: Token): boolean => type === 'html_block' || type === 'html_inline'

const attributes = (tokens: readonly Token[], pattern: RegExp): string[] =>
  tokens.filter(isHtml).flatMap(({ content }) => [...content.matchAll(pattern)].map(([, value = '']) => value))

const plainText = ({ children }: Token): string =>
  (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')

/** What a link with a fragment may name in a document: its headings, and elements with an id. */
export const anchorsIn = (text: string): ReadonlySet<string> => {
  const tokens = parse(text)
  const headings = tokens.flatMap((token, index) =>
    tokens[index - 1]?.type === 'heading_open' ? [plainText(token)] : [],
  )
  const named = headings.map((heading) => /\{#([\w-]+)\}\s*$/.exec(heading)?.[1] ?? null)
  const plain = anchorsOfHeadings(headings.filter((_, index) => named[index] === null))
  const ids = attributes(allTokens(text), /\b(?:id|name)="([^"]+)"/g)
  return new Set([...plain, ...named.filter((name) => name !== null), ...ids])
}

/** Targets of the links in a document, as they are written. Those in the front matter of a page are included. */
export const linksIn = (text: string): string[] => {
  const tokens = allTokens(text)
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  return [
    ...tokens.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href') ?? ''),
    ...attributes(tokens, /<a\s[^>]*?href="([^"]+)"/g),
    ...[...frontMatter.matchAll(/^\s*(?:- )?link: (\S+)$/gm)].map(([, link = '']) => link),
  ]
}

export interface PictureReference {
  readonly source: string
  readonly alt: string
}

/** The pictures of a document. */
export const picturesIn = (text: string): PictureReference[] => {
  const tokens = allTokens(text)
  const written = tokens
    .filter(({ type }) => type === 'image')
    .map((token) => ({ source: token.attrGet('src') ?? '', alt: token.content }))
  const elements = attributes(tokens, /(<img\s[^>]*>)/g).map((element) => ({
    source: /\bsrc="([^"]*)"/.exec(element)?.[1] ?? '',
    alt: /\balt="([^"]*)"/.exec(element)?.[1] ?? '',
  }))
  return [...written, ...elements]
}
