/** A Markdown table. All columns but the first are aligned right. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const table = [head, ...rows]
  const widths = head.map((_, column) => Math.max(3, ...table.map((cells) => (cells[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
