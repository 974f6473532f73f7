import type MarkdownIt from 'markdown-it'

type Token = ReturnType<MarkdownIt['parse']>[number]

/** Tables with fewer columns are readable on a phone as they are. */
const leastColumns = 3

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')

/** Labels the cells of one table with the headings of their columns. */
const labelCells = (table: readonly Token[]): void => {
  const heads = table.flatMap(({ type }, index) => (type === 'th_open' ? [textOf(table[index + 1])] : []))
  // Columns of figures are compared downwards: such a table scrolls.
  const hasFigures = table.some((token) => token.type === 'th_open' && token.attrGet('style')?.includes('right'))
  if (heads.length < leastColumns || hasFigures) return
  table[0]!.attrJoin('class', 'stacks')
  let column = 0
  for (const token of table) {
    if (token.type === 'tr_open') column = 0
    if (token.type === 'td_open') token.attrSet('data-label', heads[column++] ?? '')
  }
}

/** Gives the cells of wide tables their headings: on a narrow screen each row becomes a block of labelled lines. */
export const tables = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push('tables', ({ tokens }) => {
    for (const [start, { type }] of tokens.entries())
      if (type === 'table_open') {
        const end = tokens.findIndex(({ type }, index) => index > start && type === 'table_close')
        labelCells(tokens.slice(start, end))
      }
  })
  const { code_inline: code } = markdown.renderer.rules
  // A long path wraps after a slash.
  markdown.renderer.rules.code_inline = (tokens, index, options, env: unknown, self) => {
    const { content } = tokens[index]!
    const html = code!(tokens, index, options, env, self)
    return /^[\w.-]+(\/[\w.-]+){2,}\/?$/.test(content) ? html.replaceAll(/(?<=\w)\/(?=\w)/g, '/<wbr>') : html
  }
}
