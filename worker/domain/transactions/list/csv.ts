/** A cell: text, or a number or boolean as JSON prints it. Null is an empty cell. */
export type Cell = string | number | boolean | null | { readonly rawJSON: string }

/** The start of a text, or a character at which a spreadsheet may split it in some locale, then a character that starts a formula. */
const formulaStart = /(^|[;,|\t\r\n"])([ \u00a0]*)(?=[=+\-@＝＋－＠])/g

/** White space that a spreadsheet may skip before it looks for a formula. */
const leadingControl = /^(?=[\t\r\n])/

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula (OWASP, "CSV Injection"), also after separators: a spreadsheet with
 * another separator than a comma splits `x;=1+2` even in quotes. Numbers such as -5 are cells of their own and stay unchanged.
 */
const escapeFormulas = (text: string): string => text.replace(formulaStart, "$1$2'").replace(leadingControl, "'")

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

const printCell = (cell: Cell): string => {
  if (cell === null) return ''
  return typeof cell === 'string' ? quote(escapeFormulas(cell)) : JSON.stringify(cell)
}

/** A table in the format of RFC 4180: a header row, lines ended by CR LF, every text in quotes. */
export const csv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => printCell(row[column])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
