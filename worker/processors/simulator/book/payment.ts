import { type BookEntry, capturesMoney, isInEffect } from './entries.ts'

/** The sums of a payment's entries that are in effect, in minor units. Pending ones count: their money is reserved. */
export interface BookPayment {
  /** The first entry: an authorization in effect. */
  readonly root: BookEntry
  readonly captured: bigint
  readonly credited: bigint
  /** Approved, and neither captured nor released. */
  readonly held: bigint
}

const sum = (entries: readonly BookEntry[]): bigint => entries.reduce((total, { approved }) => total + approved, 0n)

/** @param entries those of one payment, the first one first */
export const toBookPayment = (entries: readonly BookEntry[]): BookPayment | undefined => {
  const [root] = entries
  if (!isInEffect(root) || root.type !== 'authorize') return undefined
  const inEffect = entries.filter(isInEffect)
  const captured = sum(inEffect.filter(capturesMoney))
  return {
    root,
    captured,
    credited: sum(inEffect.filter(({ type }) => type === 'credit')),
    held: root.approved - captured - root.released,
  }
}
