import type { AuditNote } from '../../store/sql/audit.ts'

/** The audit note of a change in a wallet. Every such note names the customer: export finds notes by it. */
export const walletAuditNote = (
  action: 'wallet.default' | 'wallet.deleted',
  detail: { readonly customer: string; readonly wallet: string },
  at: number,
): AuditNote => ({ at, action, detail })
