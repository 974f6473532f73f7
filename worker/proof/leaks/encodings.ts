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
 * begin in a group of three. Digits and letters need no character in which the alphabets of base64 differ.
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

/** How many digits differ from the commonest. */
const differing = (digits: string): number =>
  digits.length - Math.max(...[...'0123456789'].map((digit) => digits.split(digit).length - 1))

/**
 * Every spelling of a card number of 13 to 19 digits that the scan looks for. Ten digits of it in a row are too many as
 * well: first six and last four are what may be shown.
 *
 * @param inARow how many digits in a row are too many: more where so many numbers are sought that ten turn up by chance
 */
export const spellingsOfNumber = (digits: string, inARow = 10): Spelling[] => {
  const starts = Array.from({ length: digits.length - inARow + 1 }, (_, at) => digits.slice(at, at + inARow))
  // Not what stands between the ends of 4000000000000002, nor the last of 4000000000009995: padded counts come to them.
  const windows = starts.filter((window) => differing(window) > 4)
  const grouped = [' ', '-', '.', '+', '%20', '&nbsp;', '\u00a0'].map((mark) => groups(digits, 4).join(mark))
  const amex = [' ', '-', '+', '%20'].map((mark) =>
    [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(mark),
  )
  const hex = bytes(digits).toString('hex')
  return [
    { name: 'plain', bytes: bytes(digits) },
    ...windows.map((window) => ({ name: `${inARow} digits in a row`, bytes: bytes(window) })),
    ...[...grouped, ...amex].map((text) => ({ name: 'grouped', bytes: Buffer.from(text) })),
    // Of one of zeros alone, but for its ends, these are a padded count, and bytes between the numbers of a row.
    ...(differing(digits) > 3 ? [{ name: 'reversed', bytes: bytes(reverse(digits)) }, ...packed(digits)] : []),
    { name: 'one digit per line', bytes: bytes([...digits].join('\n')) },
    { name: 'comma between digits', bytes: bytes([...digits].join(',')) },
    { name: 'hex', bytes: bytes(hex) },
    { name: 'url-encoded', bytes: bytes(percent(digits)) },
    { name: 'JSON escapes', bytes: bytes(jsonEscapes(digits)) },
    { name: 'hex of a number', bytes: bytes(BigInt(digits).toString(16)) },
    ...base64(digits),
    ...base64(groups(digits, 4).join(' ')).map(({ bytes: found }) => ({ name: 'base64 of groups', bytes: found })),
    ...utf16(digits),
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

/** How much of a secret is too much: no stranger guesses the rest, and no other text has it by chance. */
const secretPart = 20

/** Spellings of letters and digits, but for the plain one. */
const hidden = (text: string): Spelling[] => {
  const hex = bytes(text).toString('hex')
  return [
    { name: 'reversed', bytes: bytes(reverse(text)) },
    { name: 'hex', bytes: bytes(hex) },
    { name: 'hex in capitals', bytes: bytes(hex.toUpperCase()) },
    ...base64(text),
    ...utf16(text),
  ]
}

/** Spellings of what a whole family of secrets begins with: hidden ones alone, since a hint at a secret may show its beginning. */
export const spellingsOfBeginning = hidden

/** Spellings of the beginning and of the end of a secret of twenty characters or more. */
export const spellingsOfSecret = (text: string): Spelling[] =>
  [text.slice(0, secretPart), text.slice(-secretPart)].flatMap((part) =>
    hidden(part).concat({ name: 'plain', bytes: bytes(part) }),
  )
