import { readFile } from 'node:fs/promises'
import { filesIn, readCells, type Cell } from './files.ts'
import { spellingsOfCode, spellingsOfNumber, type Spelling } from './spellings.ts'

/** What must be nowhere: a card's number and CVV as digits. */
export type Marker = { number: string; code: string }

/** Where something was found, and how it was spelled. */
export type Leak = { where: string; what: string }

const wholeCell = (cell: Cell, code: string): boolean => {
  const text = Buffer.isBuffer(cell.value) ? cell.value.toString('latin1') : cell.value
  // Alone in the cell, or a word of its own: beside it neither letter, digit nor a mark that numbers are written with.
  return new RegExp(`(?<![\\w.:+/=-])${code}(?![\\w.:+/=-])`).test(text)
}

const leaksOf = (where: string, content: Buffer, spellings: Spelling[], what: string): Leak[] =>
  spellings.filter(({ bytes }) => content.includes(bytes)).map(({ name }) => ({ where, what: `${what}: ${name}` }))

/**
 * Three digits turn up by chance, in a latency or a count. A place that really keeps CVVs keeps them all, so a place is
 * named only when it holds the codes of two cards at least.
 */
const severalCodes = (found: Map<string, Set<string>>): Leak[] =>
  [...found]
    .filter(([, codes]) => codes.size > 1)
    .map(([where, codes]) => ({ where, what: `CVVs ${[...codes].join(', ')}` }))

const isDatabase = (file: string): boolean => file.endsWith('.sqlite')

/**
 * Looks for the markers in every file below the given folders and in the given files: the bytes of each, and each cell
 * of those that are SQLite databases. Needs two markers at least, with different codes.
 */
export const findLeaks = async (
  markers: Marker[],
  { folders, files }: { folders: string[]; files: string[] },
): Promise<Leak[]> => {
  if (new Set(markers.map(({ code }) => code)).size < 2)
    throw new Error('The scan needs two codes to tell one from chance.')
  const all = (await Promise.all(folders.map(filesIn))).flat().concat(files)
  const leaks: Leak[] = []
  const codes = new Map<string, Set<string>>()
  const foundCode = (where: string, code: string) => codes.set(where, (codes.get(where) ?? new Set()).add(code))

  for (const file of all) {
    const content = Buffer.concat([Buffer.from(`${file}\n`), await readFile(file)])
    const cells = isDatabase(file) ? await readCells(file) : []
    for (const { number, code } of markers) {
      leaks.push(...leaksOf(file, content, spellingsOfNumber(number), 'number'))
      for (const { column, value } of cells)
        leaks.push(...leaksOf(column, Buffer.from(value as string), spellingsOfNumber(number), 'number'))
      if (spellingsOfCode(code).some(({ bytes }) => content.includes(bytes))) foundCode(file, code)
      for (const cell of cells) if (wholeCell(cell, code)) foundCode(cell.column, code)
    }
  }
  return [...leaks, ...severalCodes(codes)]
}
