import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deletionOf, digitsOf, type Edit } from './edit.ts'
import { FIELDS } from './kinds.ts'

const around = { network: 'unknown', nowMs: 0 } as const

/** A field's text with its caret as `|`. */
const shown = ({ value, caret }: { value: string; caret: number }) => `${value.slice(0, caret)}|${value.slice(caret)}`

/** Types or pastes at the caret of a text, as the browser does before we hear of it. */
const insert = (kind: 'number' | 'code' | 'expiry', text: string, typed: string) => {
  const caret = text.indexOf('|')
  const before = text.replace('|', '')
  const value = before.slice(0, caret) + typed + before.slice(caret)
  return shown(FIELDS[kind].edit({ value, caret: caret + typed.length, before, deletion: null }, around))
}

const remove = (kind: 'number' | 'code' | 'expiry', text: string, deletion: 'backward' | 'forward') => {
  const caret = text.indexOf('|')
  const before = text.replace('|', '')
  const from = deletion === 'backward' ? Math.max(caret - 1, 0) : caret
  const value = before.slice(0, from) + before.slice(deletion === 'backward' ? caret : caret + 1)
  return shown(FIELDS[kind].edit({ value, caret: from, before, deletion }, around))
}

const type = (kind: 'number' | 'code' | 'expiry', keys: string, start = '|') =>
  [...keys].reduce((text, key) => insert(kind, text, key), start)

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['4444333322221111455', '4444 3333 2222 1111 455|'],
    ['5555 5555-5555.4444', '5555 5555 5555 4444|'],
    ['55555555555544449', '5555 5555 5555 4444|'],
    ['4242x', '4242|'],
  ])('typed as %s is %s', (keys, text) => {
    expect(type('number', keys)).toBe(text)
  })

  it.each([
    ['into an empty field', '|', '4444-3333-2222-1111-455', '4444 3333 2222 1111 455|'],
    ['with spaces around', '|', ' 4242 4242 4242 4242\n', '4242 4242 4242 4242|'],
    ['in full width', '|', '４２４２４２４２', '4242 4242|'],
    ['in Arabic-Indic digits', '|', '٤٢٤٢', '4242|'],
    ['into the middle', '4242 |4242', '1111', '4242 1111 |4242'],
    ['beyond the longest', '|', '42424242424242424242', '4242 4242 4242 4242 424|'],
  ])('is pasted %s', (_, text, pasted, result) => {
    expect(insert('number', text, pasted)).toBe(result)
  })

  it.each([
    ['a digit in the middle', '42|42 4242', '9', '429|4 2424 2'],
    ['a digit before a separator', '4242| 4242', '9', '4242 9|424 2'],
    ['a digit after a separator', '4242 |4242', '9', '4242 9|424 2'],
    ['a digit that fills a group', '424|4 2', '9', '4249 |42'],
    ['a digit into a full field, which takes none', '42|42 4242 4242 4242 424', '9', '42|42 4242 4242 4242 424'],
    ['a letter, which is dropped', '42|42', 'x', '42|42'],
  ])('takes %s', (_, text, key, result) => {
    expect(insert('number', text, key)).toBe(result)
  })

  it.each([
    ['the digit before the caret', '4242 42|42', 'backward', '4242 4|42'],
    ['the digit after the caret', '4242 |4242', 'forward', '4242 |242'],
    ['the digit beyond a separator, backward', '4242 |4242', 'backward', '424|4 242'],
    ['the digit beyond a separator, forward', '4242| 4242', 'forward', '4242 |242'],
    ['the last digit', '4242 4|', 'backward', '4242|'],
    ['nothing at the start', '|4242', 'backward', '|4242'],
  ] as const)('loses %s', (_, text, deletion, result) => {
    expect(remove('number', text, deletion)).toBe(result)
  })

  it('keeps the caret between the same two digits, wherever a digit is inserted or deleted', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 18 })
    fc.assert(
      fc.property(digits, fc.nat(), fc.constantFrom('7', ''), (typed, at, key) => {
        const start = type('number', typed).replace('|', '')
        const caret = at % (start.length + 1)
        const left = digitsOf(start.slice(0, caret))
        const text = `${start.slice(0, caret)}|${start.slice(caret)}`
        const result = key ? insert('number', text, key) : remove('number', text, 'backward')
        const [before = ''] = result.split('|')
        const all = digitsOf(result)
        const full = key !== '' && all === digitsOf(start)
        return digitsOf(before) === (full ? left : key ? left + key : left.slice(0, -1))
      }),
    )
  })
})

describe('an expiry', () => {
  it.each([
    ['1230', '12 / 30|'],
    ['12/30', '12 / 30|'],
    ['12 / 30', '12 / 30|'],
    ['430', '04 / 30|'],
    ['4/30', '04 / 30|'],
    ['1/30', '01 / 30|'],
    ['1530', '01 / 53|'],
    ['12/2030', '12 / 30|'],
    ['122030', '12 / 30|'],
    ['1', '1|'],
    ['12', '12 / |'],
    ['00', '00 / |'],
    ['12309', '12 / 30|'],
  ])('typed as %s is %s', (keys, text) => {
    expect(type('expiry', keys)).toBe(text)
  })

  it.each([
    ['12/30', '12 / 30|'],
    ['12/2030', '12 / 30|'],
    ['122030', '12 / 30|'],
    ['1230', '12 / 30|'],
    ['1/30', '01 / 30|'],
    ['2030', '20 / 30|'],
  ])('pasted or filled in as %s is %s', (text, result) => {
    expect(insert('expiry', '|', text)).toBe(result)
  })

  it.each([
    ['12 / 3|', '12|'],
    ['12 / |', '1|'],
    ['12|', '1|'],
    ['1|', '|'],
    ['12 / |30', '1|3 / 0'],
  ])('loses a digit to backspace at %s', (text, result) => {
    expect(remove('expiry', text, 'backward')).toBe(result)
  })

  it('is filled in twice in a row with the same result', () => {
    const edit: Edit = { value: '12/2030', caret: 7, before: '12 / 30', deletion: null }
    expect(shown(FIELDS.expiry.edit(edit, around))).toBe('12 / 30|')
  })
})

it('takes three digits of a security code or four, by the network', () => {
  const edit = { value: '12345', caret: 5, before: '', deletion: null }
  expect(FIELDS.code.edit(edit, { network: 'visa', nowMs: 0 }).value).toBe('123')
  expect(FIELDS.code.edit(edit, { network: 'amex', nowMs: 0 }).value).toBe('1234')
  expect(FIELDS.code.edit(edit, { network: 'unknown', nowMs: 0 }).value).toBe('1234')
})

it('knows a deletion from a keyboard that composes', () => {
  expect(deletionOf('deleteContentBackward', '1', '12')).toBe('backward')
  expect(deletionOf('deleteContentForward', '1', '12')).toBe('forward')
  expect(deletionOf('deleteByCut', '1', '12')).toBe('backward')
  expect(deletionOf('insertCompositionText', '1', '12')).toBe('backward')
  expect(deletionOf('insertCompositionText', '123', '12')).toBeNull()
  expect(deletionOf('insertText', '123', '12')).toBeNull()
  expect(deletionOf('', '', '12')).toBeNull()
})
