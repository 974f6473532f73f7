/** What the lifetime of an authorization depends on. */
export interface HeldPayment {
  readonly network: string | null
  readonly method: string
  readonly initiatedBy: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Lifetime of an authorization by the card networks' rules, if the processor returns none. Visa: 5 days for a card-present
 * payment, 4 days and 18 hours for a merchant-initiated one. All others: 7 days.
 */
export const authorizationLifetimeMs = ({ network, method, initiatedBy }: HeldPayment): number => {
  if (network !== 'visa') return 7 * dayMs
  if (initiatedBy === 'merchant') return 4 * dayMs + 18 * hourMs
  return (method === 'terminal' ? 5 : 7) * dayMs
}
