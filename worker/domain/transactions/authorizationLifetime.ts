import type { PendingTransaction } from './createPending.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * How long a hold lasts, where the processor does not say: what the networks' rules grant. Visa's are shorter for a card that was there
 * (5 days) and for a charge that the merchant makes by itself (4 days and 18 hours); all others last 7 days.
 */
export const authorizationLifetimeMs = ({ columns: { network, method }, credential }: PendingTransaction): number => {
  if (network !== 'visa') return 7 * dayMs
  if (credential.initiatedBy === 'merchant') return 4 * dayMs + 18 * hourMs
  return (method === 'terminal' ? 5 : 7) * dayMs
}
