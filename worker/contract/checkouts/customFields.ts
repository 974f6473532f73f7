import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { text } from '../schema/fields.ts'
import { decimal, int32 } from '../schema/numbers.ts'
import { object, record } from '../schema/objects.ts'

/** Types of custom inputs. */
export const inputTypes = ['text', 'email', 'number', 'date', 'select', 'checkbox', 'hidden'] as const

const longText = text(0, 500)
const number = decimal({ places: 4 })
const boolean = v.boolean()

/**
 * A string, a number or a boolean. The schema is chosen by the type of the input, since the error of that schema is more precise than the
 * error of a union. `alternatives` describes the choice in OpenAPI.
 */
const scalar = () =>
  v.pipe(
    v.lazy((value) => {
      if (typeof value === 'boolean') return boolean
      return typeof value === 'number' || JSON.isRawJSON(value) ? number : longText
    }),
    v.metadata({ alternatives: [longText, number, boolean] }),
  )

const faultAt = (
  input: { readonly options?: unknown; readonly value?: unknown },
  key: 'options' | 'value',
  message: string,
): { message: string; path: [v.IssuePathItem] } => ({
  message,
  path: [{ type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value: input[key] }],
})

/** A select requires options, and its initial value is one of them. */
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
      if (options === undefined) addIssue(faultAt(dataset.value, 'options', fault('required')))
      else if (value !== undefined && !options.includes(String(value)))
        addIssue(faultAt(dataset.value, 'value', fault('enum_invalid', { allowed: options })))
    }),
  )

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !JSON.isRawJSON(value)

const maxFields = 20

const toInput = <T extends string | boolean>(type: 'text' | 'number' | 'checkbox') =>
  v.transform((value: T) => ({ type, value, required: false }))

const plainText = v.pipe(longText, toInput<string>('text'))
const plainNumber = v.pipe(number, toInput<string>('number'))
const plainBoolean = v.pipe(boolean, toInput<boolean>('checkbox'))

/** An input, or only its initial value, whose type determines the type of the input. The output is an input in both cases. */
const customField = () => {
  const fullInput = input()
  return v.pipe(
    v.lazy((value) => {
      if (isObject(value)) return fullInput
      if (typeof value === 'boolean') return plainBoolean
      return typeof value === 'number' || JSON.isRawJSON(value) ? plainNumber : plainText
    }),
    v.metadata({ alternatives: [longText, number, boolean, fullInput] }),
  )
}

/** Custom inputs of a checkout, by name. */
export const customFields = () =>
  v.pipe(
    record(text(1, 40), customField()),
    v.check((fields) => Object.keys(fields).length <= maxFields, fault('length_invalid', { max: maxFields })),
  )
export type CustomFields = v.InferOutput<ReturnType<typeof customFields>>
