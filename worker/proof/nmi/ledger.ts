import type { Account, Accounts } from './accounts.ts'
import { formatAmount } from './amounts.ts'
import { transactionType } from './query.ts'
import { isApproved } from './resultCodes.ts'
import { type NmiSums, sumUp } from './sums.ts'
import { conditionOf, firstAction, type Transaction } from './transaction.ts'

const toEntry = ({ number, mode }: Account, transaction: Transaction) => {
  const { id, original, orderId, currency, source, details, facts, actions } = transaction
  return {
    account: number,
    mode,
    id,
    type: firstAction(transaction).type,
    transactionType: transactionType(transaction),
    condition: conditionOf(actions),
    orderId,
    original,
    currency,
    source: source.masked,
    details,
    facts,
    actions: actions.map(({ type, amount, result, at, visibleAt, ipAddress, batchId }) => ({
      type,
      amount: formatAmount(amount, currency),
      success: isApproved(result),
      code: result.code,
      text: result.text,
      at: new Date(at).toISOString(),
      visibleAt: new Date(visibleAt).toISOString(),
      ipAddress,
      batchId,
    })),
  }
}

/** A transaction in the ledger: with all actions, visible or not, and without card or account numbers. */
export type NmiLedgerEntry = ReturnType<typeof toEntry>

const entriesOf = (account: Account): NmiLedgerEntry[] =>
  [...account.transactions.values()].map((transaction) => toEntry(account, transaction))

export type NmiLedger = ReturnType<typeof createNmiLedger>

/**
 * Reads the transactions of all accounts, oldest first in each. A key is a security key, or `username:password`.
 *
 * @param settle applies due settlements
 */
export const createNmiLedger = (accounts: Accounts, settle: () => void) => {
  const all = (): NmiLedgerEntry[] => {
    settle()
    return accounts.all().flatMap(entriesOf)
  }

  return {
    all,

    transactionsOf(key: string): NmiLedgerEntry[] {
      settle()
      const account = accounts.find(key)
      return account === undefined ? [] : entriesOf(account)
    },

    /** All transactions with an order id, of any account. */
    find: (orderId: string): NmiLedgerEntry[] => all().filter((entry) => entry.orderId === orderId),

    /** @param currency ISO 4217 letters */
    sums: (key: string, currency: string): NmiSums =>
      sumUp([...(accounts.find(key)?.transactions.values() ?? [])].filter((one) => one.currency === currency)),
  }
}
