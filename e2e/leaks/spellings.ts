/** A way in which bytes may stand for a text that must not be there. */
export type Spelling = { name: string; bytes: Buffer }

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const reverse = (text: string): string => [...text].toReversed().join('')
const groups = (digits: string, size: number): string[] => digits.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
const percent = (text: string): string => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
const jsonEscapes = (text: string): string =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

const utf16 = (text: string): Spelling[] => {
  const little = Buffer.from(text, 'utf16le')
  return [
    { name: 'UTF-16, little end first', bytes: little },
    { name: 'UTF-16, big end first', bytes: Buffer.from(little).swap16() },
  ]
}

/**
 * The part of a base64 text that is the same whatever surrounds the bytes, for each of the three places at which they may
 * begin in a group of three. The digits of a card need no character in which the alphabets of base64 differ.
 */
const base64 = (text: string): Spelling[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes(text)]).toString('base64')
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor(((offset + text.length) * 8) / 6)
    return { name: `base64 at offset ${offset}`, bytes: bytes(encoded.slice(from, to)) }
  })

/** Two digits a byte, as ISO 8583 messages carry numbers, an odd one padded on either side. */
const packed = (digits: string): Spelling[] =>
  digits.length % 2 === 0
    ? [{ name: 'packed decimal', bytes: Buffer.from(digits, 'hex') }]
    : ['0' + digits, digits + '0', digits + 'f'].map((even) => ({
        name: 'packed decimal',
        bytes: Buffer.from(even, 'hex'),
      }))

/** As SQLite, a double and a 64-bit integer keep a number. */
const asNumber = (digits: string): Spelling[] => {
  const [integer, double] = [Buffer.alloc(8), Buffer.alloc(8)]
  integer.writeBigUInt64BE(BigInt(digits))
  double.writeDoubleBE(Number(digits))
  return [
    { name: '64-bit integer', bytes: integer },
    { name: '64-bit integer, little end first', bytes: Buffer.from(integer).swap64() },
    { name: 'double', bytes: double },
    { name: 'double, little end first', bytes: Buffer.from(double).swap64() },
  ]
}

/**
 * Every spelling of a card number of 13 to 19 digits that the scan looks for. Ten digits of it in a row are too many as
 * well: first six and last four are what may be shown.
 */
export const spellingsOfNumber = (digits: string): Spelling[] => {
  const windows = Array.from({ length: digits.length - 9 }, (_, at) => digits.slice(at, at + 10))
  const grouped = [' ', '-', '.', '+', '%20', '&nbsp;', '\u00a0'].map((mark) => groups(digits, 4).join(mark))
  const amex = [' ', '-', '+', '%20'].map((mark) =>
    [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(mark),
  )
  const hex = bytes(digits).toString('hex')
  return [
    ...windows.map((window) => ({ name: `ten digits in a row (${window.slice(0, 2)}…)`, bytes: bytes(window) })),
    ...[...grouped, ...amex].map((text) => ({ name: 'grouped', bytes: Buffer.from(text) })),
    { name: 'reversed', bytes: bytes(reverse(digits)) },
    { name: 'one digit per line', bytes: bytes([...digits].join('\n')) },
    { name: 'comma between digits', bytes: bytes([...digits].join(',')) },
    { name: 'hex', bytes: bytes(hex) },
    { name: 'url-encoded', bytes: bytes(percent(digits)) },
    { name: 'JSON escapes', bytes: bytes(jsonEscapes(digits)) },
    { name: 'hex of a number', bytes: bytes(BigInt(digits).toString(16)) },
    ...base64(digits),
    ...base64(groups(digits, 4).join(' ')).map(({ bytes: found }) => ({ name: 'base64 of groups', bytes: found })),
    ...utf16(digits),
    ...packed(digits),
    ...asNumber(digits),
  ]
}

/** Spellings of a CVV that are whole in themselves: what stands before and after does not matter. */
const codeInWhole = (code: string): Spelling[] => [
  { name: 'url-encoded', bytes: bytes(percent(code)) },
  { name: 'JSON escapes', bytes: bytes(jsonEscapes(code)) },
  { name: 'hex, quoted', bytes: bytes(`"${bytes(code).toString('hex')}"`) },
  ...utf16(code),
]

/**
 * Spellings of a CVV, three or four digits, that mean something: by themselves the digits stand in every longer number,
 * so they are looked for where something ends on both sides of them.
 */
export const spellingsOfCode = (code: string): Spelling[] => {
  const texts = { plain: code, reversed: reverse(code), base64: bytes(code).toString('base64') }
  const around: [string, string][] = [
    ['"', '"'],
    ["'", "'"],
    ['\\"', '\\"'],
    ['":', ','],
    ['":', '}'],
    ['=', '&'],
    ['=', '\n'],
    ['=', ' '],
    [': ', '\n'],
    [': ', ','],
    [' ', ' '],
    [' ', '\n'],
    ['\n', '\n'],
    ['(', ')'],
    ['[', ']'],
    ['|', '|'],
    [',', ','],
  ]
  return [
    ...Object.entries(texts).flatMap(([name, text]) =>
      around.map(([before, after]) => ({
        name: `${name}, between ${before} and ${after}`,
        bytes: bytes(before + text + after),
      })),
    ),
    ...codeInWhole(code),
  ]
}
