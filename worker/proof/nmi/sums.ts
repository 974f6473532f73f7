import type { Transaction } from './transaction.ts'

/**
 * Sums of an account in one currency, in minor units, with the meaning of the acquirer's totals (`worker/proof/acquirer/ledger.ts`):
 * voided payments do not count, returned ones do.
 */
export interface NmiSums {
  readonly authorized: bigint
  readonly captured: bigint
  /** Includes unreferenced credits. */
  readonly credited: bigint
  /** Authorized, and given back by a capture of less. */
  readonly released: bigint
  /** Authorized and not captured yet. */
  readonly held: bigint
}

/** Adds up histories by themselves, independently of the rules for requests. */
export const sumUp = (transactions: Iterable<Transaction>): NmiSums => {
  const sums = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
  for (const { actions } of transactions) {
    const amounts = new Map(
      actions.filter(({ result }) => result.code === '100').map(({ type, amount }) => [type, amount]),
    )
    if (amounts.has('void')) continue
    const captured = amounts.get('sale') ?? amounts.get('capture')
    const authorized = amounts.get('auth') ?? amounts.get('sale') ?? 0n
    sums.authorized += authorized
    sums.captured += captured ?? 0n
    sums.credited += amounts.get('refund') ?? amounts.get('credit') ?? 0n
    if (captured === undefined) sums.held += authorized
    else sums.released += authorized - captured
  }
  return sums
}
