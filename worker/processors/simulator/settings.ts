import type { Capabilities } from '../processor.ts'
import type { BookRules } from './book/book.ts'
import { defaultCapabilities } from './capabilities.ts'

/** The settings of a simulated connection. */
export interface SimulatorSettings {
  readonly capabilities: Capabilities
  /** How long captures and credits are pending, in milliseconds, if their outcome comes later. */
  readonly outcomeAfterMs: number
  /** How long after its approval an operation is settled, in milliseconds. Null: never. */
  readonly settlesAfterMs: number | null
  /** The operations of which the report has our reference: all, or those that are transactions of their own and no captures or voids. */
  readonly keepsReferenceOf: 'all' | 'transactions'
  /** Whether the connection keeps a book even if no other setting needs one. */
  readonly keepsBook: boolean
}

export const defaultSettings: SimulatorSettings = {
  capabilities: defaultCapabilities,
  outcomeAfterMs: 2_000,
  settlesAfterMs: null,
  keepsReferenceOf: 'all',
  keepsBook: false,
}

/** Capabilities that the simulator cannot have, or lack, without remembering what it did. */
const remembered = [
  'captures',
  'voidsOneCapture',
  'givesBackRest',
  'repeats',
  'finds',
  'reverses',
  'answersLater',
  // A repeat must have the same expiry.
  'holdMs',
  'settles',
] as const satisfies readonly (keyof Capabilities)[]

/** Whether a connection with these settings needs a book. */
export const needsBook = ({ capabilities, settlesAfterMs, keepsBook }: SimulatorSettings): boolean =>
  keepsBook || settlesAfterMs !== null || remembered.some((name) => capabilities[name] !== defaultCapabilities[name])

/** @param now milliseconds since 1970 */
export const toBookRules = (
  { capabilities, outcomeAfterMs, settlesAfterMs, keepsReferenceOf }: SimulatorSettings,
  now: number,
): BookRules => {
  const { captures, voidsOneCapture, givesBackRest, repeats, finds, visibleAfterMs, answersLater, settles } =
    capabilities
  return {
    captures,
    voidsOneCapture,
    givesBackRest,
    repeats,
    finds,
    visibleAfterMs,
    answersLater,
    settles,
    now,
    outcomeAfterMs,
    settlesAfterMs,
    keepsReferenceOf,
  }
}
