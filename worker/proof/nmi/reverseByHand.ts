import type { Nmi } from './nmi.ts'
import { reversalByHand } from './operationMarks.ts'

/** A person voids a transaction in NMI's own pages. @param op its order id */
export const reverseByHand = (
  { ledger, handle }: Pick<Nmi, 'ledger' | 'handle'>,
  securityKey: string,
  op: string,
): 'done' | 'notFound' => {
  const entry = ledger
    .transactionsOf(securityKey)
    .find(({ orderId, condition }) => orderId === op && condition !== 'failed')
  if (entry === undefined) return 'notFound'
  const form = { security_key: securityKey, type: 'void', transactionid: entry.id, ipaddress: reversalByHand }
  void handle('POST', '/api/transact.php', String(new URLSearchParams(form)), 'application/x-www-form-urlencoded')
  return 'done'
}
