import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { text } from '../schema/fields.ts'
import { decimal, int32 } from '../schema/numbers.ts'
import { object, record } from '../schema/objects.ts'

/** Kinds of input that a merchant may add to its checkout. */
export const inputTypes = ['text', 'email', 'number', 'date', 'select', 'checkbox', 'hidden'] as const

const longText = text(0, 500)
const number = decimal({ places: 4 })
const boolean = v.boolean()

/**
 * A string, a number or a boolean, chosen by what was sent: each speaks for itself, where a union would only say that none fits.
 * `alternatives` is for the OpenAPI description, which cannot see into the choice.
 */
const scalar = () =>
  v.pipe(
    v.lazy((value) => {
      if (typeof value === 'boolean') return boolean
      return typeof value === 'number' || JSON.isRawJSON(value) ? number : longText
    }),
    v.metadata({ alternatives: [longText, number, boolean] }),
  )

const complain = (
  input: { readonly options?: unknown; readonly value?: unknown },
  key: 'options' | 'value',
  message: string,
): { message: string; path: [v.IssuePathItem] } => ({
  message,
  path: [{ type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value: input[key] }],
})

/** A select offers options, and begins with one of them. */
const input = () =>
  v.pipe(
    object({
      label: v.optional(text(1, 100)),
      type: v.optional(v.picklist(inputTypes), 'text'),
      options: v.optional(v.pipe(v.array(text(1, 100)), v.minLength(1), v.maxLength(100))),
      required: v.optional(v.boolean(), false),
      value: v.optional(scalar()),
      maxLength: v.optional(int32(1, 500)),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.type !== 'select') return
      const { options, value } = dataset.value
      if (options === undefined) addIssue(complain(dataset.value, 'options', fault('required')))
      else if (value !== undefined && !options.includes(String(value)))
        addIssue(complain(dataset.value, 'value', fault('enum_invalid', { allowed: options })))
    }),
  )

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !JSON.isRawJSON(value)

const most = 20

const described = <T extends string | boolean>(type: 'text' | 'number' | 'checkbox') =>
  v.transform((value: T) => ({ type, value, required: false }))

const plainText = v.pipe(longText, described<string>('text'))
const plainNumber = v.pipe(number, described<string>('number'))
const plainBoolean = v.pipe(boolean, described<boolean>('checkbox'))

/** An input's description, or just the value that it starts with, which says of what kind it is. Comes out described either way. */
const customField = () => {
  const whole = input()
  return v.pipe(
    v.lazy((value) => {
      if (isObject(value)) return whole
      if (typeof value === 'boolean') return plainBoolean
      return typeof value === 'number' || JSON.isRawJSON(value) ? plainNumber : plainText
    }),
    v.metadata({ alternatives: [longText, number, boolean, whole] }),
  )
}

/** Extra inputs of a checkout, by name. */
export const customFields = () =>
  v.pipe(
    record(text(1, 40), customField()),
    v.check((fields) => Object.keys(fields).length <= most, fault('length_invalid', { max: most })),
  )
export type CustomFields = v.InferOutput<ReturnType<typeof customFields>>
