import type { Processor } from '../../processors/processor.ts'
import { account } from '../../processors/conformance/fixtures.ts'
import type { Subject, CardBehavior } from '../../processors/conformance/conformance.ts'
import type { Ledger } from './ledger.ts'
import type { Fault, FaultPlan } from './faultPlan.ts'

const faults: { [behavior in CardBehavior]: Fault | undefined } = {
  approve: undefined,
  decline: { kind: 'decline', code: '51' },
  partial: { kind: 'partial' },
  silent: { kind: 'silent' },
  drop: { kind: 'dropAfter' },
  late: { kind: 'late', ms: 120 },
}

/** The acquirer as the subject of the conformance tests. A card behavior is a fault planned for the next authorization, with any card. */
export const conformanceSubject = ({
  processor,
  ledger,
  faultPlan,
}: {
  processor: Processor
  ledger: Ledger
  faultPlan: FaultPlan
}): Subject => ({
  processor,
  ledgerEntry: (op) => ledger.find(op),
  sums: (account, currency) => ledger.totals(account, currency),
  settle: () => ledger.closeBatch(account.id),
  loseResponse: (type) => faultPlan.add({ fault: { kind: 'dropAfter' }, on: type }),
  cardFor: (behavior) => {
    const fault = faults[behavior]
    if (fault) faultPlan.add({ fault, on: 'authorize' })
    return '4242424242424242'
  },
})
