import { format, type FormatConfig } from 'oxfmt'
import style from '../../../../.oxfmtrc.json' with { type: 'json' }

/** Returns Markdown: a table, a list or a sentence. */
export type Printer = () => string

/** A part of a hand-written document that a printer fills. */
const region = /(<!-- printed: (\S+) -->)([\s\S]*?)(<!-- end of printed -->)/g
const begin = /<!-- printed: .*?-->/g

const { $schema: _, ...options } = style

/** Formats Markdown as `npm run format` does, so that printed text needs no second pass. */
export const formatMarkdown = async (text: string): Promise<string> =>
  (await format('printed.md', text, options as FormatConfig)).code

/** The printers that a document names, in order. Throws if a region has no end, or if a comment is malformed. */
export const printersOf = (document: string): string[] => {
  const names = [...document.matchAll(region)].map(([, , name = '']) => name)
  const begun = document.match(begin)?.length ?? 0
  const ended = document.match(/<!-- end of printed -->/g)?.length ?? 0
  if (names.length !== begun || names.length !== ended)
    throw new Error(`${begun} regions begin, ${ended} end and ${names.length} are complete`)
  return names
}

/** The document with each region filled by its printer. */
export const fillRegions = async (document: string, printers: Readonly<Record<string, Printer>>): Promise<string> => {
  const texts = new Map<string, string>()
  for (const name of new Set(printersOf(document))) {
    const print = printers[name]
    if (!print) throw new Error(`There is no printer "${name}"`)
    texts.set(name, (await formatMarkdown(print())).trimEnd())
  }
  return document.replace(region, (_, start: string, name: string, __, end: string) =>
    [start, texts.get(name)!, end].join('\n\n'),
  )
}
