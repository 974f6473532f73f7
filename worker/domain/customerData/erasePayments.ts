import type { Clock } from '../clock.ts'
import type { Erasure } from '../../store/customers/erasures.ts'

/** Payments of a round trip. */
const paymentsAtOnce = 500

interface Eraser {
  readonly clock: Clock
  eraseNext(erasure: Erasure, piece: { readonly at: number; readonly limit: number }): Promise<boolean>
}

/** Erases payments of a customer in up to `pieces` round trips. Answers whether all are erased. */
export const erasePayments = async (
  erasure: Erasure,
  pieces: number,
  { clock, eraseNext }: Eraser,
): Promise<boolean> => {
  for (let piece = 0; piece < pieces; piece++)
    if (await eraseNext(erasure, { at: clock.now(), limit: paymentsAtOnce })) return true
  return false
}
