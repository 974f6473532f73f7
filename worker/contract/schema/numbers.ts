import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { numberFromText } from './rawJson.ts'
import type { RawJson } from './rawJson.ts'

/** A JSON number in a request: a JavaScript number, or its source text. */
export type NumberInput = number | RawJson

/** A parsed number: value = digits x 10^-scale, digits without leading or trailing zeros ('' is zero). */
interface Parts {
  readonly negative: boolean
  readonly digits: string
  readonly scale: number
}

const sourceOf = (input: unknown): string | null => {
  if (typeof input === 'number') return String(input)
  if (typeof input === 'object' && input !== null && JSON.isRawJSON(input)) return input.rawJSON
  return null
}

/** Rejects numbers beyond the range of a double, such as 1e400, and the NaN and Infinity of JavaScript callers. */
const isNumber = (input: unknown): input is NumberInput => {
  const source = sourceOf(input)
  return source !== null && /^-?[0-9]/.test(source) && Number.isFinite(Number(source))
}

const partsOf = (source: string): Parts => {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = (negative ? mantissa.slice(1) : mantissa).split('.')
  const all = whole + fraction
  let start = 0
  let end = all.length
  while (start < end && all[start] === '0') start++
  while (end > start && all[end - 1] === '0') end--
  const scale = fraction.length - Number(exponent) - (all.length - end)
  return start === end ? { negative: false, digits: '', scale: 0 } : { negative, digits: all.slice(start, end), scale }
}

const toDecimalText = ({ negative, digits, scale }: Parts): string => {
  if (digits === '') return '0'
  const sign = negative ? '-' : ''
  if (scale <= 0) return sign + digits + '0'.repeat(-scale)
  const padded = digits.padStart(scale + 1, '0')
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/**
 * One text for all spellings of a value, for comparison: 10.5, 10.50 and 105e-1 are '105e-1'. It has an exponent, so that 1e999999999 stays
 * short.
 */
export const canonicalNumber = ({ rawJSON }: RawJson): string => {
  const { negative, digits, scale } = partsOf(rawJSON)
  return digits === '' ? '0' : `${negative ? '-' : ''}${digits}e${-scale}`
}

export interface DecimalLimits {
  readonly min?: string
  readonly max?: string
  /** Maximum number of decimals, by value: 10.500 has one. */
  readonly places: number
}

const largest = '999999999999.9999'

/**
 * A decimal number in any spelling: 10, 10.5, 10.50 or 1e1. The output is canonical text ('10.5'), never a double.
 *
 * Errors: type_invalid, out_of_range (details min, max), amount_precision_invalid (details places).
 */
export const decimal = ({ min = `-${largest}`, max = largest, places }: DecimalLimits) =>
  v.pipe(
    v.custom<NumberInput>(isNumber, fault('type_invalid', { expected: 'number' })),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const source = sourceOf(dataset.value) ?? ''
      const parts = partsOf(source)
      const approximate = Number(source)
      if (approximate < Number(min) || approximate > Number(max) || (parts.digits === '' && Number(min) > 0)) {
        addIssue({ message: fault('out_of_range', { min: Number(min), max: Number(max) }) })
        return NEVER
      }
      if (parts.scale > places) {
        addIssue({ message: fault('amount_precision_invalid', { places }) })
        return NEVER
      }
      return toDecimalText(parts)
    }),
    v.metadata({
      jsonSchema: {
        type: 'number',
        minimum: Number(min),
        maximum: Number(max),
        description: `Up to ${places} decimals.`,
      },
    }),
  )

export interface IntegerLimits {
  readonly min: bigint
  readonly max: bigint
}

type ParsedInteger = { readonly text: string } | { readonly fault: string }

/** The decimal text of a number's source, or the fault: no integer, or beyond the limits. */
const parseInteger = (source: string, { min, max }: IntegerLimits): ParsedInteger => {
  const parts = partsOf(source)
  if (parts.scale > 0) return { fault: fault('type_invalid', { expected: 'integer' }) }
  const text = toDecimalText(parts)
  const value = BigInt(text)
  return value < min || value > max
    ? { fault: fault('out_of_range', { min: min.toString(), max: max.toString() }) }
    : { text }
}

/** The decimal text of an integer within limits. */
const toInteger = <Input extends NumberInput | string>(limits: IntegerLimits) =>
  v.rawTransform<Input, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const parsed = parseInteger(typeof value === 'string' ? value : sourceOf(value)!, limits)
    if ('text' in parsed) return parsed.text
    addIssue({ message: parsed.fault })
    return NEVER
  })

const int64Limits: IntegerLimits = { min: -(2n ** 63n), max: 2n ** 63n - 1n }
const int64Json = { type: 'integer', format: 'int64' } as const

/** The one spelling of an integer as a string. Others, such as `007`, may be ids of which every character counts. */
const integerPattern = '^(0|-?[1-9][0-9]{0,18})$'
const integerString = new RegExp(integerPattern)

const isNumberOrText = (input: unknown): input is NumberInput | string => typeof input === 'string' || isNumber(input)

/** An int64 in any spelling (1.0 and 1e3 are integers). The output is decimal text, since a double is exact only up to 2^53. */
export const int64 = () =>
  v.pipe(
    v.custom<NumberInput>(isNumber, fault('type_invalid', { expected: 'integer' })),
    toInteger<NumberInput>(int64Limits),
    v.metadata({ jsonSchema: int64Json }),
  )

/** An int64 or a string of its digits, for ids that are strings elsewhere. The output is decimal text. */
export const int64OrDigits = () =>
  v.pipe(
    v.custom<NumberInput | string>(
      (input) => (typeof input === 'string' ? integerString.test(input) : isNumber(input)),
      fault('type_invalid', { expected: 'integer' }),
    ),
    toInteger<NumberInput | string>(int64Limits),
    v.metadata({
      jsonSchema: {
        anyOf: [int64Json, { type: 'string', pattern: integerPattern }],
        description: 'An integer, or a string of its digits.',
      },
    }),
  )

/**
 * An id of the client's own system: an int64, or any other string. The output is the JSON integer, also for a string of its digits, or the
 * string.
 */
export const int64OrText = (maxLength: number) =>
  v.pipe(
    v.custom<NumberInput | string>(isNumberOrText, fault('type_invalid', { expected: 'integer or string' })),
    v.rawTransform<NumberInput | string, RawJson | string>(({ dataset: { value }, addIssue, NEVER }) => {
      const isText = typeof value === 'string'
      const parsed =
        isText && !integerString.test(value) ? null : parseInteger(isText ? value : sourceOf(value)!, int64Limits)
      if (parsed !== null && 'text' in parsed) return numberFromText(parsed.text)
      if (isText && value.length <= maxLength) return value
      addIssue({ message: isText ? fault('length_invalid', { max: maxLength }) : parsed!.fault })
      return NEVER
    }),
    v.metadata({
      jsonSchema: {
        anyOf: [int64Json, { type: 'string', maxLength }],
        description:
          'An integer, or any string. A string of the digits of an integer is stored and returned as the integer.',
      },
    }),
  )

/** An integer of a response. */
export const responseInteger = (format: 'int32' | 'int64' = 'int32') =>
  v.pipe(v.number(), v.integer(), v.metadata({ jsonSchema: { type: 'integer', format } }))

/** An int32 within limits, in any spelling (1.0 and 1e3 are integers). The output is a number. */
export const int32 = (min = -(2 ** 31), max = 2 ** 31 - 1) =>
  v.pipe(
    v.custom<NumberInput>(isNumber, fault('type_invalid', { expected: 'integer' })),
    toInteger<NumberInput>({ min: BigInt(min), max: BigInt(max) }),
    v.transform(Number),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int32', minimum: min, maximum: max } }),
  )
