import { describe, expect, test } from 'vitest'
import { defineColumns, flag, integer, json, nullable, text, enumText } from './row.ts'

const columns = defineColumns({
  id: text,
  unit: enumText<'day' | 'month'>(),
  amount: integer,
  final: flag,
  ref: json<{ readonly op: string }>(),
  note: nullable(text),
})

const row = { id: 'a', unit: 'day', amount: 5, final: 1, ref: '{"op":"7"}', note: null }
const decoded = { id: 'a', unit: 'day', amount: 5, final: true, ref: { op: '7' }, note: null } as const

describe('columns of a row', () => {
  test('decoding a row returns booleans, parsed JSON and nulls', () => {
    expect(columns.decode(row)).toEqual(decoded)
  })

  test('encoding returns the decoded values in column order', () => {
    expect(columns.encode(decoded)).toEqual(Object.values(row))
    expect(columns.list()).toBe('id, unit, amount, final, ref, note')
    expect(columns.list('plans')).toBe('plans.id, plans.unit, plans.amount, plans.final, plans.ref, plans.note')
    expect(columns.placeholders).toBe('?, ?, ?, ?, ?, ?')
    expect(columns.assignments).toBe('id = ?, unit = ?, amount = ?, final = ?, ref = ?, note = ?')
  })

  test('encoding a change returns its columns including nulls', () => {
    expect(columns.encodeChange({ note: null, final: false, amount: undefined })).toEqual([
      ['final', 0],
      ['note', null],
    ])
  })

  test('columns that are not defined are left out of a decoded row', () => {
    expect(columns.decode({ ...row, account: 'x' })).toEqual(decoded)
  })

  test.each([
    ['id', 7, 'Column id holds no text'],
    ['id', undefined, 'Column id holds no text'],
    ['amount', '5', 'Column amount holds no number'],
    ['final', null, 'Column final holds no flag'],
    ['ref', '4242424242424242 is no JSON', 'Column ref holds no JSON'],
  ])('column %s with the value %j throws an error without the value', (name, value, message) => {
    expect(() => columns.decode({ ...row, [name]: value })).toThrow(new TypeError(message))
  })
})
