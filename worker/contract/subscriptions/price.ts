import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { addition } from '../schema/fields.ts'
import { amountOf, hundredths } from '../money/hundredths.ts'
import { decimal } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

const part = (min: '0' | '0.01' = '0') => v.optional(decimal({ min, max: '999999999.99', places: 2 }))

/** What makes up a total, by the interface. `shipping` is an addition beside them. */
const parts = ['subtotal', 'tax', 'surcharge'] as const

/**
 * What is charged each time, in currency units: a total, parts of it, or both. Where the total is left out it is the sum of the parts; where
 * all parts are given they add up to it, and some of them never exceed it. Comes out as decimal text, the total always there; tax,
 * surcharge and shipping that were left out are 0.
 *
 * Errors: required (amount.total), amount_mismatch.
 *
 * @param least of the total: 0 where that means to pause
 */
export const price = (least: '0' | '0.01') =>
  v.pipe(
    object({
      total: part(),
      tax: part(),
      surcharge: part(),
      subtotal: part(),
      shipping: v.optional(addition(decimal({ min: '0', max: '999999999.99', places: 2 }))),
    }),
    v.rawTransform(({ dataset: { value: amount }, addIssue, NEVER }) => {
      const complain = (message: string) => {
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: amount, key: 'total', value: amount.total }],
        })
        return NEVER
      }
      const given = [...parts, 'shipping' as const].flatMap((name) => amount[name] ?? [])
      if (amount.total === undefined && given.length === 0) return complain(fault('required'))
      const sum = given.reduce((total, value) => total + hundredths(value), 0n)
      const total = amount.total === undefined ? sum : hundredths(amount.total)
      const all = parts.every((name) => amount[name] !== undefined)
      if (all ? sum !== total : sum > total) return complain(fault('amount_mismatch', { computed: amountOf(sum) }))
      if (total < hundredths(least) || total > hundredths('999999999.99'))
        return complain(fault('out_of_range', { min: Number(least), max: 999_999_999.99 }))
      return {
        total: amount.total ?? textOf(sum),
        tax: amount.tax ?? '0',
        surcharge: amount.surcharge ?? '0',
        shipping: amount.shipping ?? '0',
      }
    }),
  )
export type Price = v.InferOutput<ReturnType<typeof price>>

/** Hundredths as canonical decimal text: 1050 is '10.5'. */
const textOf = (value: bigint): string => String(amountOf(value))
