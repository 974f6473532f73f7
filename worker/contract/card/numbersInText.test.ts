import { describe, expect, test } from 'vitest'
import { containsCardNumber } from './numbersInText.ts'
import { NETWORK_NAMES, NETWORKS } from './networks.ts'
import { isLuhnValid } from './luhn.ts'

/** Completes digits by their check digit. */
const withCheckDigit = (digits: string): string =>
  [...'0123456789'].map((digit) => digits + digit).find((number) => isLuhnValid(number))!

/** A number of each range and length of each network. Some of 13 digits are article numbers, too. */
const numbersOfNetworks = NETWORK_NAMES.flatMap((name) =>
  NETWORKS[name].ranges.flatMap(([from, to]) =>
    [from, to].flatMap((prefix) =>
      NETWORKS[name].lengths
        .filter((length) => length > 13)
        .map((length) => withCheckDigit(prefix.padEnd(length - 1, '1'))),
    ),
  ),
)

describe('containsCardNumber', () => {
  test('a number of each range and length of each network is found, in one and in groups', () => {
    expect(numbersOfNetworks.length).toBeGreaterThan(100)
    for (const number of numbersOfNetworks)
      for (const text of [number, `paid by ${number}!`, number.replaceAll(/(\d{4})(?=\d)/g, '$1 '), `x${number}y`])
        expect(containsCardNumber(text), text).toBe(true)
  })

  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '4242\u20114242\u20114242\u20114242',
    '3782 822463 10005',
    '3782-822463-10005',
    '3056 9300 0902 0004',
    '620000 0000000000000',
    '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
    'DE12 4242 4242 4242 4242',
    'PAN4242424242424242exp1230',
    'card: 4242424242424242, cvv 123',
    '4242 4242 4242 4242 123',
    '12/30 4242 4242 4242 4242 999',
    'order 17 4242424242424242',
    '+4242424242424242',
    '4222222222222',
    '4444333322221111455',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '4242424242424242',
    '0000 4242424242424242',
  ])('a card number is found in %j', (text) => {
    expect(containsCardNumber(text)).toBe(true)
  })

  test.each([
    ['an empty text', ''],
    ['a wrong check digit', '4242424242424241'],
    ['a range of no network', '9999999999999995'],
    ['a length that its network does not have', withCheckDigit('42424242424242')],
    ['equal digits', '0000000000000000'],
    ['12 digits', '424242424242'],
    ['more than 19 digits in one', `1${'4242424242424242'}0000`],
    ['a number within more digits', '94242424242424242000'],
    ['two separators between groups', '4242  4242  4242  4242'],
    ['another separator', '4242/4242/4242/4242'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['a number that ends by chance within groups', '17 42424 242424 24242 4'],
    ['a telephone number with a plus sign', '+49 1512 3456789'],
    ["a telephone number with a plus sign and a card's check digit", '+4222222222222'],
    ['an article number that passes Luhn', '4000417025067'],
    ['a date and time', '2026-11-20 10:30:00'],
    ['an id of a transaction', '91234567890123'],
  ])('%s is no card number: %j', (_what, text) => {
    expect(containsCardNumber(text)).toBe(false)
  })

  test('a text of 256 KiB takes less than a second, whatever its digits', () => {
    const length = 262_144
    for (const unit of ['4', '42 ', '4243 ', '4 ', '-', '٤', '9'.repeat(19) + ' ', '4242424242424241 '])
      expect(containsCardNumber(unit.repeat(Math.floor(length / unit.length))), unit).toBe(false)
  }, 8000)
})

/** A sequence of pseudorandom numbers in [0, 1) (mulberry32), the same in each run. */
const randomNumbers = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const random = randomNumbers(7)
const digits = (length: number) => Array.from({ length }, () => Math.floor(random() * 10)).join('')
const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
const between = (from: number, to: number) => from + Math.floor(random() * (to - from))
const articleNumber = (prefix: string) => {
  const first = prefix + digits(12 - prefix.length)
  const sum = [...first].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${first}${(10 - (sum % 10)) % 10}`
}
const germanIban = () => {
  const account = digits(18)
  const check = String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')
  return `DE${check}${account}`.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
const [year2026, year2030] = [Date.UTC(2026, 0), Date.UTC(2030, 0)]

/** Texts of shops that are no card numbers, and how many of a thousand may be taken for one. */
const texts: readonly (readonly [what: string, perThousand: number, create: () => string])[] = [
  ['an order number of up to 12 digits', 0, () => `#${digits(between(4, 13))}`],
  ['an order number with its date', 0, () => `2026-${digits(4)}-${digits(6)}`],
  ['milliseconds since 1970', 0, () => String(between(year2026, year2030))],
  ['an ISO date and time', 0, () => new Date(between(year2026, year2030)).toISOString()],
  [
    'a date and time of 14 digits',
    0,
    () => new Date(between(year2026, year2030)).toISOString().replaceAll(/\D/g, '').slice(0, 14),
  ],
  ['a telephone number with a plus sign', 0, () => `+${between(1, 99)} ${digits(3)} ${digits(between(6, 9))}`],
  ['a telephone number without one', 10, () => `${between(1, 99)}${digits(between(9, 12))}`],
  ['an article number (EAN-13)', 0, () => articleNumber(['40', '50', '59', '76', '97'][between(0, 5)]!)],
  ['a UUID', 1, () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`],
  ['a SHA-256 in hex', 1, () => hex(64)],
  ['a German IBAN in groups', 0, germanIban],
  ['16 random digits', 40, () => digits(16)],
  ['19 random digits', 40, () => digits(19)],
]

describe('texts that are no card numbers', () => {
  test.each(texts)('%s is taken for one in at most %d of 1,000 cases', (_what, perThousand, create) => {
    const count = 20_000
    let found = 0
    for (let at = 0; at < count; at++) if (containsCardNumber(create())) found++
    expect((found / count) * 1000).toBeLessThanOrEqual(perThousand)
  })
})
