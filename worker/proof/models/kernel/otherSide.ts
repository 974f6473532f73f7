import type { Processor } from '../../../processors/processor.ts'
import type { FaultPlan } from '../../acquirer/faultPlan.ts'
import type { Ledger } from '../../acquirer/ledger.ts'

/** What the models compare the gateway with. */
export type ComparedLedger = Pick<Ledger, 'find' | 'entries' | 'totals' | 'reverse' | 'closeBatch'>

/** A processor with its own ledger and faults: the acquirer, or another one that is read as it is. */
export interface OtherSide {
  readonly processor: Processor
  readonly ledger: ComparedLedger
  readonly faultPlan: FaultPlan
}
