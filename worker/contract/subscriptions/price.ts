import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { extension } from '../schema/fields.ts'
import { decimal } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

const part = (min: '0' | '0.01' = '0') => v.optional(decimal({ min, max: '999999999.99', places: 2 }))

/**
 * The amount of each charge in currency units: a total, parts of it, or both. The output is the given members as decimal text. Absent ones
 * follow from the present price (worker/domain/subscriptions/price.ts).
 *
 * Error: required (amount.total), without any member.
 *
 * @param least minimum total: 0 where 0 means a pause
 */
export const price = (least: '0' | '0.01') =>
  v.pipe(
    object({
      total: part(least),
      tax: part(),
      surcharge: part(),
      subtotal: part(),
      shipping: v.optional(extension(decimal({ min: '0', max: '999999999.99', places: 2 }))),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || Object.values(dataset.value).some((value) => value !== undefined)) return
      addIssue({
        message: fault('required'),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'total', value: undefined }],
      })
    }),
  )
export type Price = v.InferOutput<ReturnType<typeof price>>
