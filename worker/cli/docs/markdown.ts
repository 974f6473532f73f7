import { globSync, readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'
import { inRepository, repository } from '../repository.ts'

const markdown = new MarkdownIt({ html: true })

/** README.md, CONTRIBUTING.md, SECURITY.md, CHANGELOG.md and the pages of docs/, as paths below the repository. */
export const documents = (): string[] =>
  [
    ...globSync('{README,CONTRIBUTING,SECURITY,CHANGELOG}.md', { cwd: repository }),
    ...globSync('docs/**/*.md', { cwd: repository, exclude: ['docs/.vitepress/**', '**/node_modules/**'] }),
  ].toSorted()

export const readDocument = (path: string): string => readFileSync(inRepository(path), 'utf8')

/** A fenced block of code, such as ```js [server.js]. */
export interface CodeBlock {
  readonly language: string
  /** The file name between brackets, or empty. */
  readonly file: string
  readonly code: string
  /** The line of its fence in the document, from 1. */
  readonly line: number
  /** The line of the `::: code-group` around it, if there is one. */
  readonly group: number | null
}

/** The lines of each `::: code-group` and of its end, from 1. */
const codeGroups = (text: string): (readonly [start: number, end: number])[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (!line.startsWith('::: code-group')) return []
    const end = lines.indexOf(':::', index)
    return [[index + 1, end === -1 ? lines.length : end + 1] as const]
  })
}

/** The fenced blocks of a document, in order. */
export const codeBlocks = (text: string): CodeBlock[] => {
  const groups = codeGroups(text)
  return markdown
    .parse(text, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content, map }) => {
      const [, language = '', , file = ''] = /^([\w-]*)[^[]*(\[([^\]]*)\])?/.exec(info.trim()) ?? []
      const line = map![0] + 1
      const group = groups.find(([start, end]) => start < line && line < end)?.[0] ?? null
      return { language, file, code: content, line, group }
    })
}

const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '')

/** The text of paragraphs, list items and table cells of a document, without code blocks and headings. A code span counts as one word, `code`. */
export const paragraphs = (text: string): string[] => {
  const tokens = markdown.parse(withoutFrontMatter(text), {})
  return tokens.flatMap(({ type, children }, index) =>
    type === 'inline' && tokens[index - 1]?.type !== 'heading_open'
      ? [
          (children ?? [])
            .map(({ type, content }) => {
              if (type === 'softbreak' || type === 'hardbreak') return ' '
              return type === 'code_inline' ? 'code' : content
            })
            .join(''),
        ]
      : [],
  )
}
