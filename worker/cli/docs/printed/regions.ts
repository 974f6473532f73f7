import { format, type FormatConfig } from 'oxfmt'
import style from '../../../../.oxfmtrc.json' with { type: 'json' }

/** Returns Markdown: a table, a list or a sentence. */
export type Printer = () => string | Promise<string>

/**
 * A region, or what is no region: a block of code or a code span, which may show one as an example, or a comment without its counterpart.
 * The first match from the left counts, so a region may contain code.
 */
const part =
  /^ *```[\s\S]*?^ *```$|`[^`\n]+`|(<!-- printed: (\S+) -->)[\s\S]*?(<!-- end of printed -->)|(<!-- (?:printed:|end of printed).*)/gm

const { $schema: _, ...options } = style

/** Formats Markdown as `npm run format` does, so that printed text needs no second pass. */
export const formatMarkdown = async (text: string): Promise<string> =>
  (await format('printed.md', text, options as FormatConfig)).code

/** The printers that a document names, in order. Throws if a region has no end, no beginning or no name. */
export const printersOf = (document: string): string[] =>
  [...document.matchAll(part)].flatMap(([, , name, , stray]) => {
    if (stray !== undefined) throw new Error(`"${stray}" has no counterpart, or a wrong name`)
    return name === undefined ? [] : [name]
  })

/** The document with each region filled by its printer. */
export const fillRegions = async (document: string, printers: Readonly<Record<string, Printer>>): Promise<string> => {
  const texts = new Map<string, string>()
  for (const name of new Set(printersOf(document))) {
    const print = printers[name]
    if (!print) throw new Error(`There is no printer "${name}"`)
    texts.set(name, (await formatMarkdown(await print())).trimEnd())
  }
  return document.replace(part, (whole, start?: string, name = '', end = '') =>
    start === undefined ? whole : [start, texts.get(name)!, end].join('\n\n'),
  )
}
