/** One of the encodings of a text. */
export type Encoding = { name: string; bytes: Buffer }

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const reverse = (text: string): string => [...text].toReversed().join('')
const groups = (digits: string, size: number): string[] => digits.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
const percent = (text: string): string => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
const jsonEscapes = (text: string): string =>
  [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

const utf16 = (text: string): Encoding[] => {
  const little = Buffer.from(text, 'utf16le')
  return [
    { name: 'UTF-16, little end first', bytes: little },
    { name: 'UTF-16, big end first', bytes: Buffer.from(little).swap16() },
  ]
}

/**
 * The part of a base64 text that does not depend on the surrounding bytes, for each of the three offsets in a group. Digits and letters
 * need no character in which base64 alphabets differ.
 */
const base64 = (text: string): Encoding[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes(text)]).toString('base64')
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor(((offset + text.length) * 8) / 6)
    return { name: `base64 at offset ${offset}`, bytes: bytes(encoded.slice(from, to)) }
  })

/** Two digits per byte, as in ISO 8583 messages; an odd length is padded on either side. */
const packed = (digits: string): Encoding[] =>
  digits.length % 2 === 0
    ? [{ name: 'packed decimal', bytes: Buffer.from(digits, 'hex') }]
    : ['0' + digits, digits + '0', digits + 'f'].map((even) => ({
        name: 'packed decimal',
        bytes: Buffer.from(even, 'hex'),
      }))

/** A number as SQLite, a double and a 64-bit integer store it. */
const asNumber = (digits: string): Encoding[] => {
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

/** The number of digits other than the most frequent one. */
export const rarerDigits = (digits: string): number =>
  digits.length - Math.max(...[...'0123456789'].map((digit) => digits.split(digit).length - 1))

/**
 * Encodings of a card number of 13 to 19 digits. Ten consecutive digits count as well: only the first six and last four may be shown.
 *
 * @param minDigits the number of consecutive digits that count; higher for many cards, since ten digits match by chance
 */
export const cardNumberEncodings = (digits: string, minDigits = 10): Encoding[] => {
  const starts = Array.from({ length: digits.length - minDigits + 1 }, (_, at) => digits.slice(at, at + minDigits))
  // Windows such as those of 4000000000000002 and 4000000000009995 also occur in padded counters.
  const windows = starts.filter((window) => rarerDigits(window) > 4)
  const grouped = [' ', '-', '.', '+', '%20', '&nbsp;', '\u00a0'].map((mark) => groups(digits, 4).join(mark))
  const amex = [' ', '-', '+', '%20'].map((mark) =>
    [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(mark),
  )
  const hex = bytes(digits).toString('hex')
  return [
    { name: 'plain', bytes: bytes(digits) },
    ...windows.map((window) => ({ name: `${minDigits} consecutive digits`, bytes: bytes(window) })),
    ...[...grouped, ...amex].map((text) => ({ name: 'grouped', bytes: Buffer.from(text) })),
    // For a number of almost only zeros, these also occur in padded counters and between the values of a row.
    ...(rarerDigits(digits) > 3 ? [{ name: 'reversed', bytes: bytes(reverse(digits)) }, ...packed(digits)] : []),
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

/** Encodings of a CVV that need no delimiters. */
const unambiguousCvvEncodings = (code: string): Encoding[] => [
  { name: 'url-encoded', bytes: bytes(percent(code)) },
  { name: 'JSON escapes', bytes: bytes(jsonEscapes(code)) },
  { name: 'hex, quoted', bytes: bytes(`"${bytes(code).toString('hex')}"`) },
  ...utf16(code),
]

/** Encodings of a CVV of three or four digits between delimiters: without them, the digits occur in every longer number. */
export const cvvEncodings = (code: string): Encoding[] => {
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
    ...unambiguousCvvEncodings(code),
  ]
}

/** This part of a secret does not occur by chance, and the rest cannot be guessed. */
const secretPartLength = 20

/** Encodings of letters and digits, except for plain text. */
const encodedForms = (text: string): Encoding[] => {
  const hex = bytes(text).toString('hex')
  return [
    { name: 'reversed', bytes: bytes(reverse(text)) },
    { name: 'hex', bytes: bytes(hex) },
    { name: 'hex in capitals', bytes: bytes(hex.toUpperCase()) },
    ...base64(text),
    ...utf16(text),
  ]
}

/** Encodings of the prefix of a secret family. Plain text is left out, since hints show the prefix. */
export const prefixEncodings = encodedForms

/** Encodings of the start and the end of a secret of at least twenty characters. */
export const secretEncodings = (text: string): Encoding[] =>
  [text.slice(0, secretPartLength), text.slice(-secretPartLength)].flatMap((part) =>
    encodedForms(part).concat({ name: 'plain', bytes: bytes(part) }),
  )
