import * as v from 'valibot'
import { fault } from './fault.ts'
import { text } from './fields.ts'
import { decimal, int32 } from './numbers.ts'
import { object, record } from './objects.ts'

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

/** A select offers options. */
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
      if (!dataset.typed || dataset.value.type !== 'select' || dataset.value.options !== undefined) return
      addIssue({
        message: fault('required'),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'options', value: undefined }],
      })
    }),
  )

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !JSON.isRawJSON(value)

const most = 20

/** An input's description, or just the value that it starts with. */
const customField = () => {
  const described = input()
  const plain = scalar()
  return v.pipe(
    v.lazy((value) => (isObject(value) ? described : plain)),
    v.metadata({ alternatives: [longText, number, boolean, described] }),
  )
}

/** Extra inputs of a checkout, by name. */
export const customFields = () =>
  v.pipe(
    record(text(1, 40), customField()),
    v.check((fields) => Object.keys(fields).length <= most, fault('length_invalid', { max: most })),
  )
