import { readFile } from 'node:fs/promises'
import { isCard, masked } from './knownCards.ts'
import { filesIn, readCells, type Cell } from './files.ts'
import { searchFor, type Needle } from './byteSearch.ts'
import {
  spellingsOfBeginning,
  spellingsOfCode,
  spellingsOfNumber,
  spellingsOfSecret,
  type Spelling,
} from './encodings.ts'

/** What must be nowhere: a card's number and CVV as digits. */
export type Marker = { number: string; code: string }

/** A secret by its name, which may be told, and its text or its bytes, which may not. */
export type NamedSecret = { name: string; text: string }

/** Where something was found, and how it was spelled. */
export type Leak = { where: string; what: string }

export type Sought = {
  cards: readonly string[]
  /** How many digits of a card in a row are too many. */
  inARow: number
  codes: readonly string[]
  /** Of how many cards one place must have the codes. */
  codesAtOnce: number
  secrets: readonly NamedSecret[]
  /** Whether any number is a leak that could be a card's, those that nobody sought too. */
  byShape: boolean
}

export type Places = { folders: readonly string[]; files: readonly string[] }

/** A needle that is a leak by itself. */
type Named = Needle & { marker: string; spelling: string }
/** A needle that needs others beside it. */
type OfCode = Needle & { code: string }

/** What stands between the cells of a column: part of no spelling, and no letter or digit. */
const between = Buffer.from([0xff, 0x00, 0xff])

/** The cells of each column, one behind the other: searched at once, in a hundredth of the time of one after the other. */
const columnsOf = (cells: Cell[]): Map<string, Buffer> => {
  const columns = Map.groupBy(cells, ({ column }) => column)
  return new Map(
    [...columns].map(([column, cells]) => [
      column,
      Buffer.concat(cells.flatMap(({ value }) => [between, Buffer.from(value as string)])),
    ]),
  )
}

const named = (marker: string, spellings: readonly Spelling[]): Named[] =>
  spellings.map(({ name, bytes }) => ({ bytes, marker, spelling: name }))

/** Families of secrets by what all of them begin with, and how many characters more than that are no hint any longer. */
const families = [
  { name: 'an API secret', begins: ['sluice_sk_', 'sluice_rk_'], more: /^(?:test|live)_[0-9A-Za-z]{20}/ },
  { name: 'the secret of a webhook', begins: ['whsec_'], more: /^[0-9A-Za-z+/_-]{16}/ },
]

const needlesOfFamilies = families.flatMap(({ name, begins, more }) =>
  begins.flatMap((begin): Named[] => [
    {
      bytes: Buffer.from(begin),
      marker: name,
      spelling: 'plain',
      confirm: (content, at) => more.test(content.toString('latin1', at + begin.length, at + begin.length + 40)),
    },
    ...named(name, spellingsOfBeginning(begin)),
  ]),
)

const needlesOf = ({ cards, secrets, inARow }: Sought): Named[] => [
  ...cards.flatMap((number) => named(`card ${masked(number)}`, spellingsOfNumber(number, inARow))),
  ...secrets.flatMap(({ name, text }) => named(name, spellingsOfSecret(text))),
  ...needlesOfFamilies,
]

/** What stands beside a code where anything is counted, and not where codes are kept. */
const neighboursOf = (codes: readonly string[]): string[] =>
  codes
    .flatMap((code) => [-1, 1].map((step) => String(Number(code) + step).padStart(code.length, '0')))
    .filter((neighbour) => !codes.includes(neighbour))

const needlesOfCodes = (codes: readonly string[]): OfCode[] =>
  codes.flatMap((code) => spellingsOfCode(code).map(({ bytes }) => ({ bytes, code })))

/** Times that were measured: on a busy machine they are any three digits. */
const measured = /\\*"(?:ms|latency)\\*":\d+/g

const withoutMeasured = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll(measured, ''), 'latin1')

/** Whether a column counts or measures: it has numbers alone, and other than of three or four digits. */
const isMeasure = (values: string): boolean => {
  const cells = values.split(between.toString('latin1')).slice(1)
  return cells.every((cell) => /^\d+$/.test(cell)) && cells.some((cell) => cell.length < 3 || cell.length > 4)
}

/** A code that is alone in its cell, or a word of its own: beside it neither letter, digit nor a mark that numbers are written with. */
const wordOf = (code: string): RegExp => new RegExp(`(?<![\\w.:+/=-])${code}(?![\\w.:+/=-])`)

/** Digits of a member that is named for a CVV: those need no second code. */
const namedCode = /(?:cvv2?|cvc2?|verificationValue|securityCode)[^0-9A-Za-z]{1,8}[0-9]{3,4}(?![0-9A-Za-z])/gi

/** Columns of the local runtime's traces with random ids of sixteen hexadecimal digits, of which some are a card's number by chance. */
const traceIds = /: (?:spans|logs)\.(?:trace_id|span_id|parent_id)$/

const longNumber = /(?<![\w.-])[0-9]{13,19}(?![\w-]|\.[0-9-])/g

/** What its shape tells, the first few of each, besides cards that are sought. */
const leaksByShape = (where: string, text: string, { cards: sought }: Sought): Leak[] => {
  const cards = [...text.matchAll(longNumber)].filter(([digits]) => isCard(digits) && !sought.includes(digits))
  return [
    ...[...text.matchAll(namedCode)]
      .slice(0, 1)
      .map(({ index }) => ({ where, what: `a CVV by its name, at byte ${index}` })),
    ...cards
      .slice(0, 3)
      .map(({ 0: digits, index }) => ({ where, what: `card ${masked(digits)}, whole, at byte ${index}` })),
  ]
}

/**
 * Three digits turn up by chance, in a latency or a count. A place that really keeps CVVs keeps them all, so a place is
 * named only when it holds the codes of several cards, and not as many of the numbers beside them.
 */
const severalCodes = (found: Map<string, Set<string>>, { codes, codesAtOnce }: Sought): Leak[] =>
  [...found]
    .map(([where, numbers]) => ({ where, numbers, kept: codes.filter((code) => numbers.has(code)) }))
    .filter(({ numbers, kept }) => kept.length >= codesAtOnce && kept.length > numbers.size - kept.length)
    .map(({ where, kept }) => ({ where, what: `CVVs ${kept.join(', ')}` }))

const isDatabase = (file: string): boolean => file.endsWith('.sqlite')
/**
 * Where shapes tell nothing: in the bytes of a database, whose cells stand beside one another, and in the log that wrangler keeps of itself,
 * with random numbers of its inspector.
 */
const isShapeless = (file: string): boolean => /\.sqlite(?:-wal|-shm)?$|\/logs\/wrangler-[^/]*\.log$/.test(file)

/** Looks at every file once, and at each cell of those that are SQLite databases. */
const scan = async (sought: Sought, { folders, files }: Places): Promise<Leak[]> => {
  const numbers = [...sought.codes, ...neighboursOf(sought.codes)]
  const [search, searchCodes] = [searchFor(needlesOf(sought)), searchFor(needlesOfCodes(numbers))]
  const words = numbers.map((code) => ({ code, word: wordOf(code) }))
  const leaks: Leak[] = []
  const codes = new Map<string, Set<string>>()
  const foundCode = (where: string, code: string) => codes.set(where, (codes.get(where) ?? new Set()).add(code))
  /** Tells of each marker once in a place, by its first spelling. @param ahead bytes that are put before the place's own */
  const look = (where: string, content: Buffer, ahead = 0) => {
    const told = new Set<string>()
    for (const [{ marker, spelling }, at] of search(content)) {
      if (told.has(marker)) continue
      told.add(marker)
      leaks.push({ where, what: `${marker}, ${spelling}, ${at < ahead ? 'in its name' : `at byte ${at - ahead}`}` })
    }
    for (const [{ code }] of searchCodes(withoutMeasured(content))) foundCode(where, code)
  }

  const all = (await Promise.all(folders.map(filesIn))).flat().concat(files)
  for (const file of all) {
    const name = Buffer.from(`${file}\n`)
    const content = await readFile(file)
    look(file, Buffer.concat([name, content]), name.length)
    if (sought.byShape && !isShapeless(file)) leaks.push(...leaksByShape(file, content.toString('latin1'), sought))
    for (const [column, values] of columnsOf(isDatabase(file) ? await readCells(file) : [])) {
      look(column, values)
      const text = values.toString('latin1')
      if (sought.byShape && !traceIds.test(column)) leaks.push(...leaksByShape(column, text, sought))
      if (!isMeasure(text)) for (const { code, word } of words) if (word.test(text)) foundCode(column, code)
    }
  }
  return [...leaks, ...severalCodes(codes, sought)]
}

/** Looks for all that is sought in every file below the given folders and in the given files, which may be in use. */
export const scanFor = (sought: Sought, places: Places): Promise<Leak[]> =>
  // A database that is closed meanwhile takes the file of its last writes along: what was in there is looked for anew.
  scan(sought, places).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return scan(sought, places)
  })

/** Looks for the cards that one test has paid with, their codes too. Needs two markers at least, with different codes. */
export const findLeaks = async (markers: readonly Marker[], places: Places): Promise<Leak[]> => {
  if (new Set(markers.map(({ code }) => code)).size < 2)
    throw new Error('The scan needs two codes to tell one from chance.')
  const [cards, codes] = [markers.map(({ number }) => number), markers.map(({ code }) => code)]
  return scanFor({ cards, inARow: 10, codes, codesAtOnce: 2, secrets: [], byShape: false }, places)
}
