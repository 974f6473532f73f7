/** A cell: text, or a number as JSON prints it. Null is an empty cell. */
export type Cell = string | number | null | { readonly rawJSON: string }

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe (OWASP, "CSV Injection"). Numbers such as -5 are
 * harmless and stay unchanged.
 */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const quoteIfNeeded = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const printCell = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'string' ? quoteIfNeeded(escapeFormula(cell)) : JSON.stringify(cell)
}

/** A table in the format of RFC 4180: a header row, lines ended by CR LF, quotes only where needed. */
export const csv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => printCell(row[column])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
