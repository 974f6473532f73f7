import { nmiDefinition } from '../../../processors/nmi/definition.ts'
import { beforeCompletion } from '../../acquirer/crashPoints.ts'
import { createFaultPlan } from '../../acquirer/faultPlan.ts'
import { startAcquirer } from '../../acquirer/server.ts'
import { accountLedger } from '../../nmi/accountLedger.ts'
import { followPlan, toTransactType } from '../../nmi/acquirerFaults.ts'
import { startNmi } from '../../nmi/server.ts'
import type { KillSwitch } from './killSwitch.ts'
import type { OutsideProcessor } from './outsideProcessor.ts'

/** Refunds of payments that have not settled, since the stand-in settles nothing in these runs. */
const settings = { creditsUnsettled: true }

const sandboxKey = (account: string): string => `sandbox-${account}`

/** Starts the stand-in for NMI, which shows operations at once, and an acquirer to which the gateway reports kill points. */
export const startSoakNmi = async ({ reached }: Pick<KillSwitch, 'reached'>): Promise<OutsideProcessor> => {
  const faultPlan = createFaultPlan()
  const standIn = await startNmi({
    faults: followPlan(faultPlan),
    settleEveryMs: 1e15,
    onRequest: (request) => reached(`${toTransactType(request)} request received`),
    onEffect: (request) => reached(`${toTransactType(request)} executed`),
  })
  const listener = await startAcquirer({
    onKillPoint: reached,
    onAcknowledged: (point) => reached(point === beforeCompletion ? 'completion' : 'committed'),
  })
  return {
    can: { ...nmiDefinition.capabilities(settings), visibleAfterMs: 0 },
    faultPlan,
    vars: { ACQUIRER_URL: listener.url, ALLOW_LOCAL_PROCESSORS: '1' },
    isBuiltIn: false,
    connectionOf: (account) => ({
      processor: 'nmi',
      label: 'NMI',
      settings: { ...settings, host: standIn.url, securityKey: sandboxKey(account) },
    }),
    ledgerOf: (account) => accountLedger(standIn, { account, securityKey: sandboxKey(account) }),
    close: async () => {
      await standIn.close()
      await listener.close()
    },
  }
}
