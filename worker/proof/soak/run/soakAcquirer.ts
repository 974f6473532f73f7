import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import { beforeCompletion, eventCommitted } from '../../acquirer/crashPoints.ts'
import { startAcquirer } from '../../acquirer/server.ts'
import type { KillSwitch } from './killSwitch.ts'
import type { OutsideProcessor } from './outsideProcessor.ts'

/** Starts an acquirer with this set of capabilities. */
export const startSoakAcquirer = async (
  set: CapabilitySetName,
  { reached }: Pick<KillSwitch, 'reached'>,
): Promise<OutsideProcessor> => {
  const acquirer = await startAcquirer({
    // Operations are visible at once: recovery would wait for real time otherwise, and the test clock cannot shorten that.
    can: { ...capabilitySets[set], visibleAfterMs: 0 },
    onKillPoint: reached,
    onRequest: (type) => reached(`${type} request received`),
    onEffect: (type) => reached(`${type} executed`),
    onAcknowledged: (op) => {
      if (op === eventCommitted) return reached('committed')
      return reached(op === beforeCompletion ? 'completion' : `${acquirer.ledger.find(op)!.type} response received`)
    },
  })
  const { url, ledger, faultPlan, close } = acquirer
  return {
    can: capabilitySets[set],
    faultPlan,
    vars: { ACQUIRER_URL: url, ACQUIRER_SET: set },
    isBuiltIn: true,
    connectionOf: () => ({ processor: 'acquirer', label: 'Acquirer' }),
    ledgerOf: () => ledger,
    close,
  }
}
