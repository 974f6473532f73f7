import type { AuditNote } from '../../store/sql/audit.ts'

/** The audit note of a change in a wallet. It contains the customer, by which the data export finds it. */
export const walletAuditNote = (
  action: 'wallet.default' | 'wallet.deleted',
  detail: { readonly customer: string; readonly wallet: string },
  at: number,
): AuditNote => ({ at, action, detail })
