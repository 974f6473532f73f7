import { bindings } from '../../../testing/bindings.ts'
import { createMerchant, testClock } from '../../../testing/merchant.ts'
import { quietAccounts } from '../../../testing/database/clearDueWork.ts'
import { gatewayOn } from './gateway.ts'
import type { Account, Runtime } from './gateway.ts'
import type { WithSystem } from './model.ts'

/** Time-outs of the real clock. What they wait for is in this process: it responds at once or never. */
const limits = { processorTimeoutMs: 30, reversalTimeoutMs: 30, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

/** What other tests left in the second shard, where few of them work, is no longer due. */
export const clearShard = (): Promise<void> => quietAccounts(bindings.DB_01)

/** What the acquirer holds back. It polls: a Durable Object may not wait for a promise that another context resolves. */
const heldBack = (): Runtime['late'] => {
  const arrived = { times: 0 }
  return {
    wait: async () => {
      const before = arrived.times
      while (arrived.times === before) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    arrive: async () => {
      arrived.times++
      await new Promise((resolve) => setTimeout(resolve, 30))
    },
  }
}

const makeAccount = async (): Promise<Account> => {
  const { id, secretKey, issue } = await createMerchant({ shard: '01' })
  return { id, secretKey, liveKey: (await issue('sk', { mode: 'live' })).key }
}

/** The worker in its own runtime, on real D1, with accounts of its own. */
export const workerdRuntime = async (parts: Runtime['parts'] = {}): Promise<Runtime> => {
  const { DB_00: _other, DB_01: d1, ...rest } = bindings
  return {
    d1,
    bindings: rest,
    accounts: [await makeAccount(), await makeAccount()],
    clock: testClock(),
    parts: { limits, ...parts },
    late: heldBack(),
    turn: () => new Promise((resolve) => setTimeout(resolve)),
    run: (work) => work(),
  }
}

export const inWorkerd: WithSystem = async (work) => work(gatewayOn(await workerdRuntime()))
