import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/apiError'
import { toMinorPrice } from './price.ts'

const price = (total: string, tax = '0', surcharge = '0', shipping = '0') => ({ total, tax, surcharge, shipping })

describe('price in minor units', () => {
  test.each([
    ['US dollars', 840, price('12.34', '1.2', '0.05', '3'), [1234, 120, 5, 300]],
    ['yen, without decimals', 392, price('1234', '100', '7', '0'), [1234, 100, 7, 0]],
    ['Bahraini dinars, with three decimals', 48, price('1.25', '0.5'), [1250, 500, 0, 0]],
  ])('a price is converted to minor units of %s', (_what, currency, input, [total, tax, surcharge, shipping]) => {
    expect(toMinorPrice(input, currency)).toEqual({ total, tax, surcharge, shipping })
  })

  test.each([
    ['total', price('10.5')],
    ['tax', price('10', '1.5')],
    ['surcharge', price('10', '0', '1.5')],
    ['shipping', price('10', '0', '0', '1.5')],
  ])('a price in yen whose %s has a decimal is rejected with amount_precision_invalid', (part, input) => {
    expect(() => toMinorPrice(input, 392)).toThrow(
      expect.objectContaining({
        items: [{ type: 'amount_precision_invalid', field: `amount.${part}`, details: { places: 0 } }],
      }),
    )
    expect(() => toMinorPrice(input, 392)).toThrow(ApiError)
    expect(toMinorPrice(input, 840)[part as 'total']).toBe(part === 'total' ? 1050 : 150)
  })

  test('a price has an error for each part with too many decimals', () => {
    expect(() => toMinorPrice(price('1.001', '0.001', '0.01', '0.001'), 840)).toThrow(
      expect.objectContaining({
        items: ['total', 'tax', 'shipping'].map((part) => ({
          type: 'amount_precision_invalid',
          field: `amount.${part}`,
          details: { places: 2 },
        })),
      }),
    )
  })
})
