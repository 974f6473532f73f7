/** A cell's text on one line. A vertical bar would end the cell, even in a code span. */
const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** A Markdown table. Its columns are padded by formatMarkdown. Throws if a row has more or fewer cells than the head. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const uneven = rows.find((row) => row.length !== head.length)
  if (uneven) throw new Error(`${uneven.length} cells below ${head.length} headings: ${uneven.join(' | ')}`)
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A code span. */
export const code = (text: string | number): string => `\`${text}\``

/** Code spans with commas between them. */
export const codes = (texts: readonly (string | number)[]): string => texts.map(code).join(', ')

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const

/** A duration in the largest unit that divides it: `90 seconds`, `15 minutes`, `2 days`. */
export const durationText = (ms: number): string => {
  const [size, unit] = units.find(([size]) => ms >= size && ms % size === 0) ?? [1, 'millisecond']
  const count = ms / size
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`
}
