import type { OperationType, Ref } from '../processor.ts'
import type { Aftermath } from './cards.ts'

/**
 * What an approved payment's references remember of its trigger. The simulator has no memory and must not keep the
 * card number, so this word in `Ref.raw` is all that a capture, void, credit or settlement knows of the original.
 */
export type Mark = 'amountDriven' | Aftermath | `return:${string}`

export interface Consequence {
  readonly event: 'returned' | 'disputed'
  /** NACHA return code of a check. */
  readonly code?: string
  /** When it comes: so long after the operation, or with the settlement of it. */
  readonly after: { readonly days: number } | { readonly bankingDays: number } | 'settlement'
}

/** What will happen to an approved operation by itself; for the settlement to act out on the account's clock. */
export const consequenceOf = (type: OperationType, { raw }: Ref): Consequence | undefined => {
  if (type === 'credit') return raw === 'refundReturned' ? { event: 'returned', after: { days: 1 } } : undefined
  if (type !== 'authorize') return undefined
  if (raw === 'disputed') return { event: 'disputed', after: 'settlement' }
  if (raw?.startsWith('return:')) return { event: 'returned', code: raw.slice(7), after: { bankingDays: 2 } }
  return undefined
}
