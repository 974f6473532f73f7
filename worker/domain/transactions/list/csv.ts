/** A value of a cell: text as it is, or anything that JSON prints as a number; null is an empty cell. */
export type Cell = string | number | null | { readonly rawJSON: string }

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, "CSV Injection"). Numbers such as -5 are harmless and
 * stay as they are.
 */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const quoteIfNeeded = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const printCell = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'string' ? quoteIfNeeded(escapeFormula(cell)) : JSON.stringify(cell)
}

/** A table as RFC 4180 has it: a header row, lines that end with CR LF, quotes only where they are needed. */
export const csv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => printCell(row[column])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
