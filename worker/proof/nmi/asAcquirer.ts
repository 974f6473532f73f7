import { currencies } from '#contract/money/currencies'
import type { Processor } from '../../processors/processor.ts'
import { nmi } from '../../processors/nmi/nmi.ts'
import type { Wait } from '../../processors/wait.ts'
import { createFaultPlan } from '../acquirer/faultPlan.ts'
import type { OtherSide } from '../models/kernel/otherSide.ts'
import { type MarkedOperation, toAcquirerEntry } from './acquirerEntries.ts'
import { followPlan } from './acquirerFaults.ts'
import { nmiFetch } from './fetch.ts'
import { createNmi } from './nmi.ts'
import { markOperations } from './operationMarks.ts'
import { reverseByHand } from './reverseByHand.ts'

export interface AsAcquirerOptions {
  readonly now: () => number
  readonly wait: Wait
  readonly visibleAfterMs: number
  /** ISO 4217 numbers. */
  readonly currencies: readonly number[]
}

const host = 'https://gateway.example'
/** Of a live account: a sandbox declines small amounts. */
const securityKey = 'live-history'

/** The connector with the stand-in, in the place of an acquirer in memory. The stand-in settles when a batch is closed. */
export const nmiAsAcquirer = ({ now, wait, visibleAfterMs, currencies: taken }: AsAcquirerOptions): OtherSide => {
  const faultPlan = createFaultPlan()
  const standIn = createNmi({
    now,
    wait,
    visibleAfterMs,
    faults: followPlan(faultPlan),
    duplicateSeconds: 1200,
    settleEveryMs: 1e15,
    lastId: 7_000_000_000,
  })
  const operations = new Map<string, MarkedOperation>()
  const note = (sent: MarkedOperation): void => void operations.set(sent.op, sent)
  const entries = () => standIn.ledger.transactionsOf(securityKey)

  const real = markOperations(
    (fetch) =>
      nmi(
        { host, securityKey, currencies: taken, creditsUnsettled: true },
        {
          connection: 'connection-1',
          fetch,
          now,
          accountNow: now,
          get book(): never {
            throw new Error('The stand-in has a ledger of its own.')
          },
        },
      ),
    nmiFetch(standIn),
  )
  const processor: Processor = {
    ...real,
    authorize: (op, ref) => {
      note({ op: op.op, type: 'authorize', root: ref.root, original: null, account: ref.account })
      return real.authorize(op, ref)
    },
    capture: (op, ref) => {
      note({ op: op.op, type: 'capture', root: ref.root, original: op.original.op, account: ref.account })
      return real.capture(op, ref)
    },
    void: (op, ref) => {
      note({ op: op.op, type: 'void', root: ref.root, original: op.original.op, account: ref.account })
      return real.void(op, ref)
    },
    credit: (op, ref) => {
      const original = 'unreferenced' in op ? null : op.original.op
      note({ op: op.op, type: 'credit', root: ref.root, original, account: ref.account })
      return real.credit(op, ref)
    },
  }

  return {
    processor,
    faultPlan,
    ledger: {
      find: (op) => {
        const sent = operations.get(op)
        return sent && toAcquirerEntry(sent, entries())
      },
      entries: () => [...operations.values()].map((sent) => toAcquirerEntry(sent, entries())),
      totals: (_account, currency) => standIn.ledger.sums(securityKey, currencies.get(currency)?.code ?? ''),
      reverse: (op) => reverseByHand(standIn, securityKey, op),
      closeBatch: standIn.settle,
    },
  }
}
