import type { PendingTransaction } from './createPending.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * How long an authorization lasts by the networks' rules, where the processor does not say. Visa's are shorter for a card that was present
 * (5 days) and for a charge that the merchant initiates (4 days and 18 hours); all others last 7 days.
 */
export const authorizationLifetimeMs = ({ columns: { network, method }, credential }: PendingTransaction): number => {
  if (network !== 'visa') return 7 * dayMs
  if (credential.initiatedBy === 'merchant') return 4 * dayMs + 18 * hourMs
  return (method === 'terminal' ? 5 : 7) * dayMs
}
