import { declineCodes } from '#contract/transactions/responseCodes'
import { isApproved, toResult } from './resultCodes.ts'
import { type Action, conditionOf, firstAction, type Transaction } from './transaction.ts'

const dayMs = 86_400_000

/** From the settlement of a check to its return. */
const returnAfterMs = 2 * dayMs

export interface SettlementOptions {
  /** Time between two cut-offs. Default: a day, so the cut-offs are at 00:00 UTC. */
  readonly settleEveryMs?: number
  readonly visibleAfterMs?: number
}

export type Settlement = ReturnType<typeof createSettlement>

/** Settles transactions at the first cut-off after they were made, and returns checks with a trigger account number. */
export const createSettlement = ({ settleEveryMs = dayMs, visibleAfterMs = 0 }: SettlementOptions = {}) => {
  const dueTimes = new Map<Transaction, number>()
  let nextDue = Infinity

  const schedule = (transaction: Transaction, due: number) => {
    dueTimes.set(transaction, due)
    nextDue = Math.min(nextDue, due)
  }

  const append = (transaction: Transaction, at: number, action: Pick<Action, 'type' | 'result' | 'batchId'>) => {
    const { amount } = transaction.actions.findLast(({ result }) => isApproved(result))!
    transaction.actions.push({ ...action, amount, at, visibleAt: at + visibleAfterMs, ipAddress: '' })
  }

  const settle = (transaction: Transaction, at: number) => {
    append(transaction, at, {
      type: 'settle',
      result: toResult('100', 'ACCEPTED'),
      batchId: String(Math.floor(at / 1000)),
    })
    if (returnCodeOf(transaction) !== null) schedule(transaction, at + returnAfterMs)
  }

  const returnCheck = (transaction: Transaction, at: number) => {
    const code = returnCodeOf(transaction)!
    append(transaction, at, { type: 'check_return', result: toResult('100', toReturnText(code)), batchId: '0' })
  }

  return {
    /** Lets the next cut-off after a time settle a transaction. */
    add(transaction: Transaction, at: number): void {
      schedule(transaction, (Math.floor(at / settleEveryMs) + 1) * settleEveryMs)
    },

    /** Settles at once what waits for its cut-off. */
    settleAll(now: number): void {
      for (const [transaction, due] of dueTimes)
        if (conditionOf(transaction.actions) === 'pendingsettlement') schedule(transaction, Math.min(due, now))
      this.pass(now)
    },

    /** Applies due settlements and returns. */
    pass(now: number): void {
      if (now < nextDue) return
      nextDue = Infinity
      // A transaction that is scheduled again meanwhile is visited again.
      for (const [transaction, due] of dueTimes) {
        if (due > now) {
          nextDue = Math.min(nextDue, due)
          continue
        }
        dueTimes.delete(transaction)
        const condition = conditionOf(transaction.actions)
        if (condition === 'pendingsettlement') settle(transaction, due)
        else if (condition === 'complete') returnCheck(transaction, due)
      }
    },
  }
}

/** Only debits are returned. */
const returnCodeOf = (transaction: Transaction): string | null =>
  transaction.source.method === 'check' && firstAction(transaction).type === 'sale'
    ? transaction.source.returnCode
    : null

const toReturnText = (code: string): string => {
  const known: Readonly<Record<string, { readonly text: string }>> = declineCodes
  return `${code} ${known[code]?.text ?? ''}`.trim()
}
