/** A page as Markdown for readers without the site: people who copy it, and language models. */

interface FrontMatter {
  readonly body: string
  readonly text: string
}

const splitFrontMatter = (source: string): FrontMatter => {
  const [whole = '', text = ''] = /^---\n([\s\S]*?)\n---\n/.exec(source) ?? []
  return { text, body: source.slice(whole.length) }
}

/** The value of a member of the front matter, at any depth, on one line. */
const memberOf = (text: string, name: string): string | undefined =>
  new RegExp(`^\\s*${name}: (.*)$`, 'm').exec(text)?.[1]?.replace(/^(['"])(.*)\1$/, '$2')

const titles: Readonly<Record<string, string>> = {
  tip: 'Tip',
  info: 'Note',
  note: 'Note',
  warning: 'Warning',
  danger: 'Danger',
  details: 'Details',
}

/** Replaces VitePress’ containers: a code group by its blocks, others by a title in bold and their text. */
const withoutContainers = (line: string): string | null => {
  const [, name = '', title = ''] = /^:::+\s*([\w-]*)\s*(.*)$/.exec(line) ?? []
  if (!line.startsWith(':::')) return line
  const shown = title || titles[name]
  return shown ? `**${shown}**` : null
}

/** Applies a function to each line outside of code blocks; null removes the line. */
const mapText = (text: string, map: (line: string) => string | null): string => {
  let fence = ''
  return text
    .split('\n')
    .flatMap((line) => {
      const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
      if (fence) {
        if (mark.startsWith(fence)) fence = ''
        return [line]
      }
      if (mark) {
        fence = mark
        return [line]
      }
      const mapped = map(line)
      return mapped === null ? [] : [mapped]
    })
    .join('\n')
}

/** Lines that are only for the site: comments of printed regions, components, and elements that arrange the home page. */
const isForSite = (line: string): boolean =>
  /^\s*(<!--.*-->|<\/?([A-Z]\w*|div|figure|figcaption)\b[^>]*>(<\/[A-Z]\w*>)?)\s*$/.test(line)

/** The features that the front matter of the home page lists, as a Markdown list. */
const featuresIn = (frontMatter: string): string =>
  [...frontMatter.matchAll(/^\s*- title: (.*)\n\s*details: (.*)$/gm)]
    .map(([, title, details]) => `- **${title}.** ${details}`)
    .join('\n')

/** The Markdown of a page without front matter, components, containers and comments. */
export const toMarkdown = (source: string): string => {
  const { text, body } = splitFrontMatter(source)
  const title = /^layout: home$/m.test(text)
    ? `# ${memberOf(text, 'title')}\n\n${memberOf(text, 'tagline')}\n\n${featuresIn(text)}\n\n`
    : ''
  const plain = mapText(body, (line) => (isForSite(line) ? null : withoutContainers(line)))
  return `${title}${plain.trim()}\n`.replaceAll(/\n{3,}/g, '\n\n')
}

/** The title of a page, and its first paragraph. */
export const summaryOf = (markdown: string): { title: string; description: string } => {
  const title = /^# (.*)$/m.exec(markdown)?.[1]?.trim() ?? ''
  const description = markdown
    .replace(/^[\s\S]*?^# .*$/m, '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .find((paragraph) => /^[\p{L}`[*]/u.test(paragraph))
  return { title: title.replaceAll('`', ''), description: (description ?? '').replaceAll(/\s+/g, ' ') }
}
