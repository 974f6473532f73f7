import type { Ref } from '../processor.ts'
import type { SentReference } from './book/book.ts'

/**
 * `Ref.raw` of the simulator: the trigger of the payment's card (`disputed`), the book's reference (`sim_12`), or both
 * (`sim_12 disputed`). Without a book it is the trigger alone.
 */
export interface SimulatorReferences {
  readonly theirs: string | null
  readonly mark: string | null
}

const pattern = /^(sim_\d+)(?: (.+))?$/

export const parseRaw = (raw: string | undefined): SimulatorReferences => {
  if (raw === undefined) return { theirs: null, mark: null }
  const [, theirs, mark] = pattern.exec(raw) ?? []
  return theirs === undefined ? { theirs: null, mark: raw } : { theirs, mark: mark ?? null }
}

/** The Ref with both references, of which at least one should be there: otherwise it stays as it is. */
export const withReferences = (ref: Ref, { theirs, mark }: SimulatorReferences): Ref => {
  const raw = [theirs, mark].filter((part) => part !== null).join(' ')
  return raw === '' ? ref : { ...ref, raw }
}

/** The Ref as the functions of the simulated issuer read it: with the trigger alone. */
export const withMarkOnly = ({ raw, ...ref }: Ref): Ref =>
  withReferences(ref, { theirs: null, mark: parseRaw(raw).mark })

/** The references of an operation for the book. A Ref without a time counts as new. */
export const toSentReference = ({ op, raw, created }: Ref): SentReference => ({
  op: op ?? '',
  theirs: parseRaw(raw).theirs,
  created: created ?? Number.MAX_SAFE_INTEGER,
})
