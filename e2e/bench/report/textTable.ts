/** Prints an aligned table. Missing cells are empty. */
export const printTable = (head: readonly string[], rows: readonly (readonly (string | undefined)[])[]): void => {
  const table = [head, ...rows].map((row) => head.map((_, column) => row[column] ?? ''))
  const widths = head.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)))
  for (const cells of table)
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

export const milliseconds = (time: number): string => `${time < 20 ? time.toFixed(1) : Math.round(time)} ms`
