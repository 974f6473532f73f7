import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
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

const integerText = ({ min, max }: IntegerLimits) =>
  v.pipe(
    v.custom<NumberInput>(isNumber, fault('type_invalid', { expected: 'integer' })),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parts = partsOf(sourceOf(dataset.value) ?? '')
      if (parts.scale > 0) {
        addIssue({ message: fault('type_invalid', { expected: 'integer' }) })
        return NEVER
      }
      const text = toDecimalText(parts)
      const value = BigInt(text)
      if (value < min || value > max) {
        addIssue({ message: fault('out_of_range', { min: min.toString(), max: max.toString() }) })
        return NEVER
      }
      return text
    }),
  )

/** An int64 in any spelling (1.0 and 1e3 are integers). The output is decimal text, since a double is exact only up to 2^53. */
export const int64 = () =>
  v.pipe(
    integerText({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int64' } }),
  )

/** An integer of a response. */
export const responseInteger = (format: 'int32' | 'int64' = 'int32') =>
  v.pipe(v.number(), v.integer(), v.metadata({ jsonSchema: { type: 'integer', format } }))

/** An int32 within limits. The output is a number. */
export const int32 = (min = -(2 ** 31), max = 2 ** 31 - 1) =>
  v.pipe(
    integerText({ min: BigInt(min), max: BigInt(max) }),
    v.transform(Number),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int32', minimum: min, maximum: max } }),
  )
