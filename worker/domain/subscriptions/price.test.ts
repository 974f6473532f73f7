import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/apiError'
import type { Price } from '#contract/subscriptions/price'
import { decimalText, moneyOf } from '../money.ts'
import { changedPrice, isPause } from './price.ts'

const usd = 840
const yen = 392
/** A subtotal of 7.00 with tax, surcharge and shipping: 10.00. */
const present = { total: 1000, tax: 100, surcharge: 50, shipping: 150 }
const plan = { total: 1000, tax: 0, surcharge: 0, shipping: 0 }

const errorsOf = (work: () => unknown) => {
  try {
    return work()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ApiError)
    return (thrown as ApiError).items
  }
}

describe('changed price of a subscription', () => {
  test.each<[string, Price, [total: number, tax: number, surcharge: number, shipping: number]]>([
    ['a total alone changes the subtotal', { total: '20' }, [2000, 100, 50, 150]],
    ['a tax alone is added to the other parts', { tax: '3' }, [1200, 300, 50, 150]],
    ['a subtotal alone keeps tax, surcharge and shipping', { subtotal: '8' }, [1100, 100, 50, 150]],
    ['a subtotal of 0 keeps the other parts', { subtotal: '0' }, [300, 100, 50, 150]],
    ['a tax of 0 lowers the total', { tax: '0' }, [900, 0, 50, 150]],
    ['a total and a tax change the subtotal', { total: '20', tax: '2' }, [2000, 200, 50, 150]],
    ['a total and a subtotal that agree with the present parts', { total: '8', subtotal: '5' }, [800, 100, 50, 150]],
    ['all members', { total: '5', subtotal: '2', tax: '1', surcharge: '1', shipping: '1' }, [500, 100, 100, 100]],
    ['a shipping alone', { shipping: '0' }, [850, 100, 50, 0]],
    ['a total that the other parts use up', { total: '3' }, [300, 100, 50, 150]],
  ])('%s', (_what, price, [total, tax, surcharge, shipping]) => {
    expect(changedPrice(price, present, usd)).toEqual({ total, tax, surcharge, shipping })
  })

  test.each<[string, Price, computed: number]>([
    ['a total below the present parts', { total: '2.99' }, 3],
    ['a total and a subtotal that ignore the present parts', { total: '20', subtotal: '20' }, 23],
    ['a total and parts that differ by a cent', { total: '10', subtotal: '7', tax: '1.01' }, 10.01],
    ['a total below a tax', { total: '5', tax: '6' }, 8],
  ])('%s is rejected with amount_mismatch and the computed total', (_what, price, computed) => {
    expect(errorsOf(() => changedPrice(price, present, usd))).toEqual([
      { type: 'amount_mismatch', field: 'amount.total', details: { computed } },
    ])
  })

  test('a computed total of 0 or above the largest amount is rejected with out_of_range', () => {
    for (const price of [{ subtotal: '0' }, { tax: '999999999.99' }])
      expect(errorsOf(() => changedPrice(price, plan, usd))).toMatchObject([
        { type: 'out_of_range', field: 'amount.total' },
      ])
  })

  test.each<[string, number, Price, number]>([
    ['yen, without decimals', yen, { total: '1234' }, 1234],
    ['Bahraini dinars, with three decimals', 48, { total: '1.25' }, 1250],
  ])('a price is converted to minor units of %s', (_what, currency, price, total) => {
    expect(changedPrice(price, plan, currency).total).toBe(total)
  })

  test.each(['total', 'subtotal', 'tax', 'surcharge', 'shipping'])(
    'a price in yen whose %s has a decimal is rejected with amount_precision_invalid',
    (part) => {
      expect(errorsOf(() => changedPrice({ [part]: '1.5' }, plan, yen))).toEqual([
        { type: 'amount_precision_invalid', field: `amount.${part}`, details: { places: 0 } },
      ])
    },
  )

  test('a price has an error for each part with too many decimals', () => {
    const price = { total: '1.001', tax: '0.001', surcharge: '0.01', shipping: '0.001' }
    expect(errorsOf(() => changedPrice(price, plan, usd))).toEqual(
      ['total', 'tax', 'shipping'].map((part) => ({
        type: 'amount_precision_invalid',
        field: `amount.${part}`,
        details: { places: 2 },
      })),
    )
  })
})

describe('price of a subscription in any currency', () => {
  /** Currencies whose prices have no, two, and two of three or four decimals. */
  const currencies = fc.constantFrom([yen, 0], [usd, 2], [414, 2], [990, 2])
  const units = fc.nat(999_999)
  const members = ['total', 'subtotal', 'tax', 'surcharge', 'shipping'] as const

  test('members that add up are accepted, and one that is changed is rejected, in each combination with a subtotal', () => {
    const parts = fc.record({
      subtotal: fc.integer({ min: 1, max: 999_999 }),
      tax: units,
      surcharge: units,
      shipping: units,
    })
    const changes = fc.record({ which: fc.nat(), by: fc.integer({ min: 1, max: 999 }) })
    fc.assert(
      fc.property(
        currencies,
        parts,
        fc.subarray([...members]),
        changes,
        ([currency, places], made, some, { which, by }) => {
          const given = [...new Set([...some, 'subtotal' as const])]
          const of = (name: (typeof members)[number]): number =>
            name === 'total'
              ? given.filter((one) => one !== 'total').reduce((sum, one) => sum + of(one), 0)
              : made[name]
          const text = (count: number) => decimalText({ minor: BigInt(count), exponent: places })
          const price: Price = Object.fromEntries(given.map((name) => [name, text(of(name))]))
          const changed = changedPrice(price, plan, currency)
          expect(Number(decimalText(moneyOf(changed.total, currency)))).toBe(Number(text(of('total'))))

          const member = given[which % given.length]!
          const wrong = { ...price, [member]: text(of(member) + by) }
          const errors = errorsOf(() => changedPrice(wrong, plan, currency))
          // Without a total nothing contradicts a part.
          const rejected = given.includes('total')
          expect(Array.isArray(errors) && errors[0].type === 'amount_mismatch').toBe(rejected)
        },
      ),
    )
  })
})

describe('pause by price', () => {
  test('only a total of 0 pauses', () => {
    expect(isPause({ total: '0' }, usd)).toBe(true)
    expect(isPause({ total: '0', subtotal: '0', tax: '0', surcharge: '0' }, usd)).toBe(true)
    for (const price of [{ subtotal: '0' }, { tax: '0' }, { total: '0.01' }]) expect(isPause(price, usd)).toBe(false)
  })

  test('a total of 0 with a part above 0 is rejected with amount_mismatch', () => {
    expect(errorsOf(() => isPause({ total: '0', tax: '1' }, usd))).toEqual([
      { type: 'amount_mismatch', field: 'amount.total', details: { computed: 1 } },
    ])
  })
})
