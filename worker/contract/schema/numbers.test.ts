import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { amountValue } from './fields.ts'
import { toErrorDetails } from './issues.ts'
import { decimal, int32, int64, int64OrDigits, int64OrText } from './numbers.ts'
import { numberFromText, parseKeepingNumbers } from './rawJson.ts'

/** Parses JSON text with a schema. Returns the output, or the types of the errors. */
const read = (schema: v.GenericSchema, text: string): unknown => {
  const { success, output, issues } = v.safeParse(schema, parseKeepingNumbers(text))
  return success ? output : { errors: toErrorDetails(issues).map(({ type }) => type) }
}
const rejected = (type: string) => ({ errors: [type] })

describe('amounts', () => {
  test.each([
    ['10', '10'],
    ['10.5', '10.5'],
    ['10.50', '10.5'],
    ['10.500', '10.5'],
    ['1e1', '10'],
    ['1E1', '10'],
    ['1.05e1', '10.5'],
    ['1050e-2', '10.5'],
    ['10.000000000000000000000', '10'],
    ['0.01', '0.01'],
    ['1e-2', '0.01'],
    ['999999999.99', '999999999.99'],
    ['99999999999e-2', '999999999.99'],
    ['0.1', '0.1'],
    ['0.30', '0.3'],
  ])('JSON %s parses to the amount %s', (text, canonical) => {
    expect(read(amountValue(), text)).toBe(canonical)
  })

  test.each([
    ['0', 'out_of_range'],
    ['0.00', 'out_of_range'],
    ['-0', 'out_of_range'],
    ['0e5', 'out_of_range'],
    ['0.001', 'out_of_range'],
    ['0.009', 'out_of_range'],
    ['-0.01', 'out_of_range'],
    ['-10', 'out_of_range'],
    ['1000000000', 'out_of_range'],
    ['1e9', 'out_of_range'],
    ['1e300', 'out_of_range'],
    ['10.001', 'amount_precision_invalid'],
    ['0.011', 'amount_precision_invalid'],
    ['999999999.991', 'out_of_range'],
    // Equal to a valid amount as doubles.
    ['10.0000000000000000001', 'amount_precision_invalid'],
    ['999999999.9900000000000000001', 'amount_precision_invalid'],
    ['1e400', 'type_invalid'],
    ['-1e400', 'type_invalid'],
    ['"10.00"', 'type_invalid'],
    ['"10"', 'type_invalid'],
    ['""', 'type_invalid'],
    ['true', 'type_invalid'],
    ['null', 'type_invalid'],
    ['[10]', 'type_invalid'],
    ['{"rawJSON":"10"}', 'type_invalid'],
  ])('JSON %s is rejected as an amount with %s', (text, type) => {
    expect(read(amountValue(), text)).toEqual(rejected(type))
  })

  test.each([NaN, Infinity, -Infinity, 10n, new Number(10)])('the JavaScript value %s is not an amount', (value) => {
    expect(v.is(amountValue(), value)).toBe(false)
  })

  test('a JavaScript number is an amount, for callers in the same program', () => {
    expect(v.parse(amountValue(), 10.5)).toBe('10.5')
  })

  test('out_of_range has the limits in its details, and never the value', () => {
    const { issues } = v.safeParse(amountValue(), parseKeepingNumbers('4242424242424242'))
    expect(toErrorDetails(issues!)).toEqual([
      { type: 'out_of_range', field: null, details: { min: 0.01, max: 999999999.99 } },
    ])
  })
})

describe('integers', () => {
  test.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['1.5e1', '15'],
    ['100e-2', '1'],
    ['-0', '0'],
    ['0.000', '0'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9007199254740993', '9007199254740993'],
    ['9223372036854775807.0', '9223372036854775807'],
  ])('JSON %s parses to the int64 %s', (text, canonical) => {
    expect(read(int64(), text)).toBe(canonical)
  })

  test.each([
    ['9223372036854775808', 'out_of_range'],
    ['-9223372036854775809', 'out_of_range'],
    ['1e19', 'out_of_range'],
    ['1e308', 'out_of_range'],
    ['1.5', 'type_invalid'],
    ['1e-1', 'type_invalid'],
    ['1e-400', 'type_invalid'],
    ['1e400', 'type_invalid'],
    ['"1"', 'type_invalid'],
    ['true', 'type_invalid'],
    ['[1]', 'type_invalid'],
  ])('JSON %s is rejected as an int64 with %s', (text, type) => {
    expect(read(int64(), text)).toEqual(rejected(type))
  })

  test.each([
    ['12', '12'],
    ['1.2e1', '12'],
    ['"0"', '0'],
    ['"-12"', '-12'],
    ['"9007199254740993"', '9007199254740993'],
    ['"9223372036854775807"', '9223372036854775807'],
  ])('JSON %s as an int64 or digits parses to the int64 %s', (text, canonical) => {
    expect(read(int64OrDigits(), text)).toBe(canonical)
  })

  test.each([
    ['1.5', 'type_invalid'],
    ['"9223372036854775808"', 'out_of_range'],
    ['"99999999999999999999"', 'type_invalid'],
    ['""', 'type_invalid'],
    ['"-0"', 'type_invalid'],
    ['"007"', 'type_invalid'],
    ['" 1"', 'type_invalid'],
    ['"1.0"', 'type_invalid'],
    ['"1e3"', 'type_invalid'],
    ['"WC-1001"', 'type_invalid'],
    ['true', 'type_invalid'],
  ])('JSON %s is rejected as an int64 or digits with %s', (text, type) => {
    expect(read(int64OrDigits(), text)).toEqual(rejected(type))
  })

  test.each([
    ['42', '42'],
    ['"42"', '42'],
    ['4.2e1', '42'],
    ['"9223372036854775807"', '9223372036854775807'],
    ['"WC-1001"', '"WC-1001"'],
    ['"007"', '"007"'],
    ['"1e3"', '"1e3"'],
    ['"9223372036854775808"', '"9223372036854775808"'],
    ['"99999999999999999999"', '"99999999999999999999"'],
    ['""', '""'],
  ])('JSON %s as an id of the client is stored as %s', (text, stored) => {
    expect(JSON.stringify(read(int64OrText(20), text))).toBe(stored)
  })

  test.each([
    ['4.2', 'type_invalid'],
    ['true', 'type_invalid'],
    ['{}', 'type_invalid'],
    ['99999999999999999999', 'out_of_range'],
    ['"123456789012345678901"', 'length_invalid'],
  ])('JSON %s is rejected as an id of the client with %s', (text, type) => {
    expect(read(int64OrText(20), text)).toEqual(rejected(type))
  })

  test('an int32 within its limits is a number, and out_of_range beyond them', () => {
    expect(read(int32(), '2147483647')).toBe(2147483647)
    expect(read(int32(), '-2147483648')).toBe(-2147483648)
    expect(read(int32(), '2147483648')).toEqual(rejected('out_of_range'))
    expect(read(int32(), '-2147483649')).toEqual(rejected('out_of_range'))
    expect(read(int32(1, 99), '0')).toEqual(rejected('out_of_range'))
    expect(read(int32(1, 99), '100')).toEqual(rejected('out_of_range'))
    expect(read(int32(1, 99), '9.9e1')).toBe(99)
  })
})

/** Random spellings of a number: shifted decimal point, additional zeros. */
const spelling = fc.record({ shift: fc.integer({ min: -12, max: 12 }), zeros: fc.integer({ min: 0, max: 12 }) })

const spell = (digits: bigint, scale: number, { shift, zeros }: { shift: number; zeros: number }): string =>
  `${digits}${'0'.repeat(zeros)}e${-scale - zeros + shift}`.replace(/e(-?\d+)$/, (_, exponent: string) =>
    shift === 0 ? `e${exponent}` : `.${'0'.repeat(Math.abs(shift))}e${Number(exponent) - shift}`,
  )

describe('properties', () => {
  test('an amount that is printed and parsed is the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999n }), (hundredths) => {
        const printed = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
        const canonical = read(amountValue(), printed) as string
        expect(canonical).toBe(printed.replace(/\.?0+$/, ''))
        expect(read(amountValue(), JSON.stringify(numberFromText(canonical)))).toBe(canonical)
      }),
    )
  })

  test('an int64 that is printed and parsed is the same int64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(read(int64(), JSON.stringify(numberFromText(String(value))))).toBe(String(value))
      }),
    )
  })

  test('all spellings of an amount are the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999n }), spelling, (hundredths, how) => {
        const plain = read(amountValue(), `${hundredths}e-2`)
        expect(plain).toEqual(expect.any(String))
        expect(read(amountValue(), spell(hundredths, 2, how))).toBe(plain)
      }),
    )
  })

  test('no JSON number makes a schema throw', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,9})?$/), (text) => {
        for (const schema of [amountValue(), int64(), int32(), decimal({ places: 4 })])
          expect(() => read(schema, text)).not.toThrow()
      }),
    )
  })
})
