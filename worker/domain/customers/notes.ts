import type { AuditNote } from '../../store/sql/audit.ts'

/** Notes of who changed what of a wallet. All name the customer, by whom they are found. */
export const noteOfWallet = (
  action: 'wallet.default' | 'wallet.deleted',
  detail: { readonly customer: string; readonly wallet: string },
  at: number,
): AuditNote => ({ at, action, detail })
