import type { Processor } from '../../processors/processor.ts'
import type { Subject, Treatment } from '../../processors/suite.ts'
import type { Ledger } from './ledger.ts'
import type { Fault, FaultPlan } from './faultPlan.ts'

const faults: { [treatment in Treatment]: Fault | undefined } = {
  approve: undefined,
  decline: { kind: 'decline', code: '51' },
  partial: { kind: 'partial' },
  silent: { kind: 'silent' },
  drop: { kind: 'dropAfter' },
  late: { kind: 'late', ms: 120 },
}

/** The acquirer as the suite wants it: a treatment is an order for the next authorization, and any card will do. */
export const subject = ({
  processor,
  book,
  orders,
}: {
  processor: Processor
  book: Ledger
  orders: FaultPlan
}): Subject => ({
  processor,
  book: (op) => book.find(op),
  sums: (account, currency) => book.totals(account, currency),
  loseAnswer: (type) => orders.give({ fault: { kind: 'dropAfter' }, on: type }),
  cardFor: (treatment) => {
    const fault = faults[treatment]
    if (fault) orders.give({ fault, on: 'authorize' })
    return '4242424242424242'
  },
})
