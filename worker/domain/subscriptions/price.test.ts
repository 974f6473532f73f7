import { describe, expect, test } from 'vitest'
import { Refusal } from '#contract/errors/apiError'
import { toMinorPrice } from './price.ts'

const price = (total: string, tax = '0', surcharge = '0', shipping = '0') => ({ total, tax, surcharge, shipping })

describe('the price of a subscription in minor units', () => {
  test.each([
    ['US dollars', 840, price('12.34', '1.2', '0.05', '3'), [1234, 120, 5, 300]],
    ['yen, without decimals', 392, price('1234', '100', '7', '0'), [1234, 100, 7, 0]],
    ['Bahraini dinars, with three decimals', 48, price('1.25', '0.5'), [1250, 500, 0, 0]],
  ])('%s', (_what, currency, given, [total, tax, surcharge, shipping]) => {
    expect(toMinorPrice(given, currency)).toEqual({ total, tax, surcharge, shipping })
  })

  test.each([
    ['total', price('10.5')],
    ['tax', price('10', '1.5')],
    ['surcharge', price('10', '0', '1.5')],
    ['shipping', price('10', '0', '0', '1.5')],
  ])('%s with a decimal that yen do not have is refused', (part, given) => {
    expect(() => toMinorPrice(given, 392)).toThrow(
      expect.objectContaining({
        faults: [{ type: 'amount_precision_invalid', field: `amount.${part}`, details: { places: 0 } }],
      }),
    )
    expect(() => toMinorPrice(given, 392)).toThrow(Refusal)
    expect(toMinorPrice(given, 840)[part as 'total']).toBe(part === 'total' ? 1050 : 150)
  })

  test('all parts with too many decimals are named', () => {
    expect(() => toMinorPrice(price('1.001', '0.001', '0.01', '0.001'), 840)).toThrow(
      expect.objectContaining({
        faults: ['total', 'tax', 'shipping'].map((part) => ({
          type: 'amount_precision_invalid',
          field: `amount.${part}`,
          details: { places: 2 },
        })),
      }),
    )
  })
})
