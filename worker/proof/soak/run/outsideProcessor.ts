import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import type { FaultPlan } from '../../acquirer/faultPlan.ts'
import type { ComparedLedger } from '../../models/kernel/otherSide.ts'

/** Which processor a gateway uses: the acquirer with a set of capabilities, or the stand-in for NMI. */
export type OutsideName = CapabilitySetName | 'nmi'

/** A processor in a process of its own, which survives kills of the gateway. */
export interface OutsideProcessor {
  readonly can: Capabilities
  readonly faultPlan: FaultPlan
  /** Variables of a gateway that uses it. */
  readonly vars: Readonly<Record<string, string>>
  /** Whether payments go to it without a connection. */
  readonly isBuiltIn: boolean
  /** The request that creates a connection to it. */
  connectionOf(account: string): object
  /** Its ledger, as far as it concerns an account. */
  ledgerOf(account: string): ComparedLedger
  close(): Promise<void>
}
