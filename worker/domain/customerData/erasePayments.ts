import type { Erasure } from '../../store/customers/erasures.ts'
import type { PersonalDataStore } from '../../store/customers/personalDataStore.ts'
import type { Clock } from '../clock.ts'

/** Payments per round trip. */
const paymentsPerChunk = 500

export interface ErasePaymentsNeeds {
  readonly clock: Clock
  readonly eraseNext: PersonalDataStore['eraseNext']
}

/** Erases payments of a customer in up to `chunks` round trips. Returns true if none is left. */
export const erasePayments = async (
  erasure: Erasure,
  chunks: number,
  { clock, eraseNext }: ErasePaymentsNeeds,
): Promise<boolean> => {
  for (let chunk = 0; chunk < chunks; chunk++)
    if (await eraseNext(erasure, { at: clock.now(), limit: paymentsPerChunk })) return true
  return false
}
