import { currencies } from '#contract/money/currencies'
import type { AcquirerEntry } from '../acquirer/line.ts'
import type { ComparedLedger } from '../models/kernel/otherSide.ts'
import { type MarkedOperation, toAcquirerEntry } from './acquirerEntries.ts'
import { toTransactType } from './acquirerFaults.ts'
import type { Nmi } from './nmi.ts'
import { reversalByHand } from './operationMarks.ts'
import { reverseByHand } from './reverseByHand.ts'

export interface LedgerOwner {
  /** Account of the gateway. */
  readonly account: string
  /** Its key at NMI. */
  readonly securityKey: string
}

/** The ledger of one account as that of an acquirer, by the operations that its requests are marked with. */
export const accountLedger = (
  standIn: Pick<Nmi, 'ledger' | 'handle'>,
  { account, securityKey }: LedgerOwner,
): ComparedLedger => {
  const entries = (): AcquirerEntry[] => {
    const transactions = standIn.ledger.transactionsOf(securityKey)
    const marked = new Map<string, MarkedOperation>()
    for (const { actions } of transactions)
      for (const { type: on, ipAddress: op } of actions) {
        const type = toTransactType({ on, ipAddress: op })
        // Reversals have no operation of their own. Settlements have no mark.
        if (type === 'reverse' || op === '' || op === reversalByHand) continue
        if (!marked.has(op)) marked.set(op, { op, type, root: op, original: null, account })
      }
    return [...marked.values()].map((operation) => toAcquirerEntry(operation, transactions))
  }
  return {
    entries,
    find: (op) => entries().find((entry) => entry.op === op),
    totals: (_account, currency) => standIn.ledger.sums(securityKey, currencies.get(currency)?.code ?? ''),
    reverse: (op) => reverseByHand(standIn, securityKey, op),
    closeBatch: () => {},
  }
}
