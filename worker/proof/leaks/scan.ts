import { readFile } from 'node:fs/promises'
import { isCardNumber, maskNumber } from './knownCards.ts'
import { listFiles, readCells, type Cell } from './files.ts'
import { createSearch, type Needle } from './byteSearch.ts'
import {
  prefixEncodings,
  cvvEncodings,
  cardNumberEncodings,
  rarerDigits,
  secretEncodings,
  type Encoding,
} from './encodings.ts'

/** A card number and CVV that must not occur anywhere. */
export type Marker = { number: string; code: string }

/** A secret: the name is reported, the text or bytes never. */
export type NamedSecret = { name: string; text: string }

/** A finding: its file or column, and the marker with its encoding. */
export type Leak = { location: string; finding: string }

export type ScanTargets = {
  cards: readonly string[]
  /** The number of consecutive digits of a card that count. */
  minDigits: number
  cvvs: readonly string[]
  /** The number of different CVVs in one location that count. */
  minCvvs: number
  secrets: readonly NamedSecret[]
  /** Whether to report every number with the pattern of a card, and labelled CVVs. */
  matchPatterns: boolean
}

export type ScanLocations = { folders: readonly string[]; files: readonly string[] }

/** A needle whose single occurrence is a leak. */
type MarkerNeedle = Needle & { marker: string; encoding: string }
/** A needle that counts only together with others. */
type CvvNeedle = Needle & { code: string }

/** Separates the cells of a column. It is part of no encoding, and no letter or digit. */
const cellSeparator = Buffer.from([0xff, 0x00, 0xff])

/** Joins the cells of each column: one search is about a hundred times faster than one per cell. */
const joinColumns = (cells: Cell[]): Map<string, Buffer> => {
  const columns = Map.groupBy(cells, ({ column }) => column)
  return new Map(
    [...columns].map(([column, cells]) => [
      column,
      Buffer.concat(cells.flatMap(({ value }) => [cellSeparator, Buffer.from(value as string)])),
    ]),
  )
}

const toNeedles = (marker: string, spellings: readonly Encoding[]): MarkerNeedle[] =>
  spellings.map(({ name, bytes }) => ({ bytes, marker, encoding: name }))

const isWordCharacter = (byte: number | undefined): boolean =>
  byte !== undefined && /\w/.test(String.fromCharCode(byte)) && byte < 0x80

/**
 * The needles of a card. In the free space of a database, the end of one text and the rest of a padded counter are neighbours: together they
 * can be a number of almost only zeros, such as 4000000000000002. So these count only as words of their own.
 */
const cardNeedles = (number: string, minDigits: number): MarkerNeedle[] => {
  const needles = toNeedles(`card ${maskNumber(number)}`, cardNumberEncodings(number, minDigits))
  if (rarerDigits(number) > 4) return needles
  for (const needle of needles.filter(({ encoding }) => encoding === 'plain'))
    needle.confirm = (content, at) => !isWordCharacter(content[at - 1]) && !isWordCharacter(content[at + number.length])
  return needles
}

/** Secrets by prefix. `more` is what follows it beyond the length of a hint. */
const secretFamilies = [
  { name: 'an API secret', begins: ['sluice_sk_', 'sluice_rk_'], more: /^(?:test|live)_[0-9A-Za-z]{20}/ },
  // Of `worker/testing/doubles/acmeProcessor.ts`: the connections of all tests.
  { name: 'a credential of a connection', begins: ['acmesecret_'], more: /^[0-9a-f]{20}/ },
  { name: 'the secret of a webhook', begins: ['whsec_'], more: /^[0-9A-Za-z+/_-]{16}/ },
]

const familyNeedles = secretFamilies.flatMap(({ name, begins, more }) =>
  begins.flatMap((begin): MarkerNeedle[] => [
    {
      bytes: Buffer.from(begin),
      marker: name,
      encoding: 'plain',
      confirm: (content, at) => more.test(content.toString('latin1', at + begin.length, at + begin.length + 40)),
    },
    ...toNeedles(name, prefixEncodings(begin)),
  ]),
)

const markerNeedles = ({ cards, secrets, minDigits: inARow }: ScanTargets): MarkerNeedle[] => [
  ...cards.flatMap((number) => cardNeedles(number, inARow)),
  ...secrets.flatMap(({ name, text }) => toNeedles(name, secretEncodings(text))),
  ...familyNeedles,
]

/** Adjacent numbers occur where values are counted, not where CVVs are stored. */
const adjacentNumbers = (codes: readonly string[]): string[] =>
  codes
    .flatMap((code) => [-1, 1].map((step) => String(Number(code) + step).padStart(code.length, '0')))
    .filter((neighbour) => !codes.includes(neighbour))

const cvvNeedles = (codes: readonly string[]): CvvNeedle[] =>
  codes.flatMap((code) => cvvEncodings(code).map(({ bytes }) => ({ bytes, code })))

/**
 * Numbers that are any three or four digits by chance: timings, and in the snapshots of payments' events the latency, the time to the last
 * change, and the distances between ids of operations (`worker/store/transactions/paymentSnapshot.ts`).
 */
const measurements = /\\*"(?:ms|latency|[lu])\\*":\d+|(?<=\[)-?\d+(?=,\\*"[a-z]+\\*",)/g

const withoutMeasurements = (content: string): string => content.replaceAll(measurements, '')

/** Whether a column counts or measures: all cells are numbers, some without three or four digits. */
const isCounter = (values: string): boolean => {
  const cells = values.split(cellSeparator.toString('latin1')).slice(1)
  return cells.every((cell) => /^\d+$/.test(cell)) && cells.some((cell) => cell.length < 3 || cell.length > 4)
}

/** A CVV as a separate word: no adjacent letter, digit or character of a number. */
const standaloneNumber = (code: string): RegExp => new RegExp(`(?<![\\w.:+/=-])${code}(?![\\w.:+/=-])`)

/**
 * Digits after the name of a CVV member. They need no second CVV. What separates them is in one cell and has more than the signs of base64: sealed
 * values are random, and contain such a name with digits by chance.
 */
const labelledCvv =
  /(?:cvv2?|cvc2?|verificationValue|securityCode)(?![-_+/]+[0-9])[^0-9A-Za-z\xff]{1,8}[0-9]{3,4}(?![0-9A-Za-z])/gi

/** Columns with random hexadecimal trace ids, some of which have the pattern of a card. */
const traceIds = /: (?:spans|logs)\.(?:trace_id|span_id|parent_id)$/

const longNumber = /(?<![\w.-])[0-9]{13,19}(?![\w-]|\.[0-9-])/g

/** Findings by pattern, except for the targeted cards. Limited to the first few. */
const leaksByPattern = (location: string, text: string, { cards: targets }: ScanTargets): Leak[] => {
  const cards = [...text.matchAll(longNumber)].filter(([digits]) => isCardNumber(digits) && !targets.includes(digits))
  return [
    ...[...text.matchAll(labelledCvv)]
      .slice(0, 1)
      .map(({ index }) => ({ location, finding: `a labelled CVV, at byte ${index}` })),
    ...cards
      .slice(0, 3)
      .map(({ 0: digits, index }) => ({ location, finding: `card ${maskNumber(digits)}, plain, at byte ${index}` })),
  ]
}

/**
 * Three digits occur by chance in timings and counters. A location counts only if it has several CVVs and fewer of the adjacent numbers.
 */
const cvvLeaks = (found: Map<string, Set<string>>, { cvvs: codes, minCvvs: codesAtOnce }: ScanTargets): Leak[] =>
  [...found]
    .map(([location, numbers]) => ({ location, numbers, stored: codes.filter((code) => numbers.has(code)) }))
    .filter(({ numbers, stored }) => stored.length >= codesAtOnce && stored.length > numbers.size - stored.length)
    .map(({ location, stored }) => ({ location, finding: `CVVs ${stored.join(', ')}` }))

const isDatabase = (file: string): boolean => file.endsWith('.sqlite')
/** Files without pattern matching: raw SQLite bytes, in which cells are adjacent, and wrangler's own log, which has random numbers. */
const isExcludedFromPatterns = (file: string): boolean =>
  /\.sqlite(?:-wal|-shm)?$|\/logs\/wrangler-[^/]*\.log$/.test(file)

/** Scans each file once, and each cell of SQLite databases. */
const scan = async (targets: ScanTargets, { folders, files }: ScanLocations): Promise<Leak[]> => {
  const numbers = [...targets.cvvs, ...adjacentNumbers(targets.cvvs)]
  const [search, searchCodes] = [createSearch(markerNeedles(targets)), createSearch(cvvNeedles(numbers))]
  const words = numbers.map((code) => ({ code, word: standaloneNumber(code) }))
  const leaks: Leak[] = []
  const codes = new Map<string, Set<string>>()
  const foundCode = (location: string, code: string) =>
    codes.set(location, (codes.get(location) ?? new Set()).add(code))
  /** Reports each marker once per location. @param ahead number of bytes put before the content */
  const searchContent = (location: string, content: Buffer, ahead = 0) => {
    const reported = new Set<string>()
    for (const [{ marker, encoding: spelling }, at] of search(content)) {
      if (reported.has(marker)) continue
      reported.add(marker)
      leaks.push({
        location,
        finding: `${marker}, ${spelling}, ${at < ahead ? 'in its name' : `at byte ${at - ahead}`}`,
      })
    }
    const text = Buffer.from(withoutMeasurements(content.toString('latin1')), 'latin1')
    for (const [{ code }] of searchCodes(text)) foundCode(location, code)
  }

  const all = (await Promise.all(folders.map(listFiles))).flat().concat(files)
  for (const file of all) {
    const name = Buffer.from(`${file}\n`)
    const content = await readFile(file)
    searchContent(file, Buffer.concat([name, content]), name.length)
    if (targets.matchPatterns && !isExcludedFromPatterns(file))
      leaks.push(...leaksByPattern(file, content.toString('latin1'), targets))
    for (const [column, values] of joinColumns(isDatabase(file) ? await readCells(file) : [])) {
      searchContent(column, values)
      const text = values.toString('latin1')
      if (targets.matchPatterns && !traceIds.test(column)) leaks.push(...leaksByPattern(column, text, targets))
      if (isCounter(text)) continue
      const measured = withoutMeasurements(text)
      for (const { code, word } of words) if (word.test(measured)) foundCode(column, code)
    }
  }
  return [...leaks, ...cvvLeaks(codes, targets)]
}

/** Scans all files of the folders and the given files, which may be in use. */
export const scanForLeaks = (targets: ScanTargets, places: ScanLocations): Promise<Leak[]> =>
  // A database that is closed meanwhile loses its write-ahead log, so the scan is repeated.
  scan(targets, places).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return scan(targets, places)
  })

/** Scans for the cards and CVVs of one test. Needs at least two markers with different CVVs. */
export const findLeaks = async (markers: readonly Marker[], places: ScanLocations): Promise<Leak[]> => {
  if (new Set(markers.map(({ code }) => code)).size < 2)
    throw new Error('The scan needs two different CVVs, since one occurs by chance.')
  const [cards, codes] = [markers.map(({ number }) => number), markers.map(({ code }) => code)]
  return scanForLeaks({ cards, minDigits: 10, cvvs: codes, minCvvs: 2, secrets: [], matchPatterns: false }, places)
}
