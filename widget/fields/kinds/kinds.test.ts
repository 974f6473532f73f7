import { describe, expect, it } from 'vitest'
import type { Edit } from '../../card/edit.ts'
import { addressLineKind, postalCodeKind } from './address.ts'
import { unknownCountry } from '#contract/addresses/addressRules'
import { accountNumberKind, routingNumberKind } from './bank.ts'
import { savedCardCodeKind } from './savedCardCode.ts'
import { emailKind, type Kind, nameKind, numberKind, textKind } from './text.ts'

const context = { network: 'visa', nowMs: 0 } as const
const email = emailKind('email')
const number = numberKind('number')
const name = nameKind('holder')

/** The field's text after a paste into the empty field. */
const paste = (kind: Kind, value: string) => {
  const edit: Edit = {
    value,
    caret: value.length,
    previousValue: '',
    deletion: null,
    hadSelection: false,
    isBulk: true,
  }
  return kind.edit(edit, context).value
}

describe.each<[string, Kind, [text: string, error: string | null][]]>([
  [
    'email address',
    email,
    [
      ['', 'missing'],
      [' ', 'missing'],
      ['robin', 'incomplete'],
      ['robin@', 'incomplete'],
      ['@example.com', 'wrong'],
      ['robin@example.com', null],
      [' robin@example.com ', null],
      ['r@x', null],
      ['röbin@exämple.de', null],
      ['robin@example@com', 'wrong'],
      ['robin miller@example.com', 'wrong'],
    ],
  ],
  [
    'number',
    number,
    [
      ['', 'missing'],
      ['-', 'wrong'],
      ['0', null],
      ['-12.50', null],
      ['12,5', null],
      ['١٢٫٥', null],
      ['1,234', 'wrong'],
      ['1.234', null],
      ['1,234.5', 'wrong'],
      ['1e3', 'wrong'],
      ['12 34', 'wrong'],
      ['1234567890123456', 'wrong'],
    ],
  ],
  [
    'name of a person',
    name,
    [
      ['', 'missing'],
      ['Robin Miller', null],
      ['李小龍', null],
      ['Sunshine 24 12345678', 'wrong'],
      ['4242 4242 4242 4242', 'wrong'],
      ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'wrong'],
      ['Elizabeth 2', null],
    ],
  ],
  [
    'routing number',
    routingNumberKind,
    [
      ['', 'missing'],
      ['02100002', 'incomplete'],
      ['021000021', null],
      ['٠٢١٠٠٠٠٢١', null],
      ['021000022', 'wrong'],
      ['000000000', 'wrong'],
    ],
  ],
  [
    'account number',
    accountNumberKind,
    [
      ['', 'missing'],
      ['123456', 'incomplete'],
      ['1234567', null],
      ['12345678901234567890', null],
    ],
  ],
  ['text', textKind('note'), [['  ', 'missing'] as [string, string], ['4242 4242 4242 4242', null], ['x', null]]],
])('%s', (name, kind, texts) => {
  it.each(texts)(`the ${name} %j has the error %s`, (text, error) => {
    expect(kind.check(text, context)).toBe(error)
  })
})

it.each([
  [email, `${'x'.repeat(300)}`, 254],
  [textKind('note', { maxLength: 5 }), 'abcdefg', 5],
  [textKind('note'), 'x'.repeat(101), 100],
  [name, 'x'.repeat(101), 100],
  [addressLineKind('billing', 'state', true), 'x'.repeat(51), 50],
  [addressLineKind('billing', 'line2', true, true), 'x'.repeat(59), 58],
  [postalCodeKind('billing', unknownCountry, true), 'x'.repeat(21), 20],
  [routingNumberKind, '1234567890', 9],
  [accountNumberKind, '1'.repeat(21), 20],
])('the field $id holds at most %3$i characters', (kind, text, maxLength) => {
  expect(paste(kind, text)).toBe(text.slice(0, maxLength))
})

it.each([
  [email, ' robin@example.com ', 'robin@example.com'],
  [number, ' 12,5', '12.5'],
  [number, '-١٢٫٥', '-12.5'],
  [name, ' Robin ', 'Robin'],
  [routingNumberKind, '0210 0002-1', '021000021'],
  [accountNumberKind, '12-345 67', '1234567'],
])('the field $id converts %2$j to %3$j for the API', (kind, typed, sent) => {
  expect(kind.toApi(typed)).toBe(sent)
})

it('the security code of a saved card has the length of its network', () => {
  for (const [network, code, error] of [
    ['visa', '123', null],
    ['visa', '12', 'incomplete'],
    ['visa', '', 'missing'],
    ['amex', '123', 'incomplete'],
    ['amex', '1234', null],
  ] as const)
    expect(savedCardCodeKind.check(code, { network, nowMs: 0 }), `${network} ${code}`).toBe(error)
})

it('undo is disabled for account numbers and security codes', () => {
  const secret = [accountNumberKind, savedCardCodeKind, routingNumberKind, email].map((kind) => kind.isSecret === true)
  expect(secret).toEqual([true, true, false, false])
})

const lines = ['name', 'line1', 'line2', 'district', 'city', 'state'] as const

/** Postal codes of five digits with an optional hyphen. */
const digits = { ...unknownCountry, postalCode: { pattern: '\\d{3}-?\\d{2}', examples: ['123-45'] } }

describe('address', () => {
  it('address lines have autocomplete tokens with their section, and unique ids', () => {
    const all = (['shipping', 'billing'] as const).flatMap((use) =>
      lines.map((line) => addressLineKind(use, line, true)).concat(postalCodeKind(use, digits, true)),
    )
    expect(all.map(({ autocomplete }) => autocomplete)).toEqual(
      ['shipping', 'billing'].flatMap((use) =>
        [
          'name',
          'address-line1',
          'address-line2',
          'address-level3',
          'address-level2',
          'address-level1',
          'postal-code',
        ].map((token) => `${use} ${token}`),
      ),
    )
    const ids = all.map(({ id }) => id)
    expect(new Set(ids).size).toBe(14)
    expect(ids.join('')).not.toMatch(/\s/)
  })

  it('a postal code has a number pad if no code of the country has letters, and the country’s spelling in the request', () => {
    const kind = postalCodeKind('shipping', digits, true)
    expect(kind.inputMode).toBe('numeric')
    expect(kind.toApi(' 12345')).toBe('123-45')
    expect(['123 45', '1234', 'abcde', ''].map((text) => kind.check(text, context))).toEqual([
      null,
      'wrong',
      'wrong',
      'missing',
    ])
    expect(postalCodeKind('shipping', unknownCountry, false).inputMode).toBe('text')
  })

  it('a card number is invalid as the name of an address', () => {
    expect(addressLineKind('billing', 'name', true).check('4242424242424242', context)).toBe('wrong')
  })
})
