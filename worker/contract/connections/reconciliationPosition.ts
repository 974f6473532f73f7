import * as v from 'valibot'
import { fromBase64url, toBase64url, utf8 } from '../encoding/bytes.ts'
import { maxCursorLength } from './reconciliation.ts'

const ids = (most: number) => v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.maxLength(most))
const count = () => v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The most payments whose captures have settled that a cursor names. */
export const maxSettledPayments = 200

/** The most operations that are searched for together. */
export const maxSearched = 40

const position = v.strictObject({
  pass: v.picklist(['record', 'reverse', 'compare', 'absent']),
  /** End of the span, in milliseconds since 1970: the same for all pages. */
  until: count(),
  /** The page of the report. Null for the first one. */
  page: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
  /** How many operations of that page are done. */
  skip: count(),
  /** Payments that only the processor has, and of which a capture or credit has settled. Null: too many to name. */
  settled: v.nullable(ids(maxSettledPayments)),
  /** Operations up to this id have been searched at the processor. */
  after: count(),
  /** Operations that no page of the report has shown so far. */
  unseen: ids(maxSearched),
  /** Whether the report is read for the first of them alone. */
  alone: v.boolean(),
  /** The span of the report that is read for them, in milliseconds since 1970. Null: not begun. */
  around: v.nullable(v.strictObject({ from: v.number(), to: v.number() })),
})

/** Where a reconciliation continues. */
export type ReconciliationPosition = v.InferOutput<typeof position>

/**
 * The position as text. It is not a secret, and names nothing but the caller's own rows: a forged one only skips pages.
 *
 * @throws RangeError if the page of the report makes it too long
 */
export const encodePosition = (at: ReconciliationPosition): string => {
  const text = toBase64url(utf8(JSON.stringify(at)))
  if (text.length > maxCursorLength) throw new RangeError('The cursor of the reconciliation is too long.')
  return text
}

/** Null for text that `encodePosition` does not produce. */
export const decodePosition = (text: string): ReconciliationPosition | null => {
  try {
    const parsed = v.safeParse(position, JSON.parse(new TextDecoder().decode(fromBase64url(text) ?? undefined)))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
