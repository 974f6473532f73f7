import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { extension } from '../schema/fields.ts'
import { fromHundredths, toHundredths } from '../money/hundredths.ts'
import { decimal } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

const part = (min: '0' | '0.01' = '0') => v.optional(decimal({ min, max: '999999999.99', places: 2 }))

/** The parts of a total in the interface. `shipping` is an extension. */
const parts = ['subtotal', 'tax', 'surcharge'] as const

/**
 * The amount of each charge in currency units: a total, parts of it, or both. An absent total is the sum of the parts. All parts together
 * must equal the total; some of them must not exceed it. The output is decimal text, always with a total; absent tax, surcharge and
 * shipping are 0.
 *
 * Errors: required (amount.total), amount_mismatch.
 *
 * @param least minimum total: 0 where 0 means a pause
 */
export const price = (least: '0' | '0.01') =>
  v.pipe(
    object({
      total: part(),
      tax: part(),
      surcharge: part(),
      subtotal: part(),
      shipping: v.optional(extension(decimal({ min: '0', max: '999999999.99', places: 2 }))),
    }),
    v.rawTransform(({ dataset: { value: amount }, addIssue, NEVER }) => {
      const addFault = (message: string) => {
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: amount, key: 'total', value: amount.total }],
        })
        return NEVER
      }
      const present = [...parts, 'shipping' as const].flatMap((name) => amount[name] ?? [])
      if (amount.total === undefined && present.length === 0) return addFault(fault('required'))
      const sum = present.reduce((total, value) => total + toHundredths(value), 0n)
      const total = amount.total === undefined ? sum : toHundredths(amount.total)
      const all = parts.every((name) => amount[name] !== undefined)
      if (all ? sum !== total : sum > total)
        return addFault(fault('amount_mismatch', { computed: fromHundredths(sum) }))
      if (total < toHundredths(least) || total > toHundredths('999999999.99'))
        return addFault(fault('out_of_range', { min: Number(least), max: 999_999_999.99 }))
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
const textOf = (value: bigint): string => String(fromHundredths(value))
