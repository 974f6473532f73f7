import { bindings } from '../../../testing/bindings.ts'
import { createMerchant, testClock } from '../../../testing/merchant.ts'
import { clearDueWorkOfShard } from '../../../testing/database/clearDueWork.ts'
import { createSystem } from './gateway.ts'
import type { Account, Runtime } from './gateway.ts'
import type { WithSystem } from './model.ts'

/** Time-outs by the real clock. The acquirer is in this process: it responds at once or never. */
const limits = { processorTimeoutMs: 30, reversalTimeoutMs: 30, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

/** Clears the due work that other tests left in the second shard. */
export const clearShard = (): Promise<void> => clearDueWorkOfShard(bindings.DB_01)

/** Polls, since a Durable Object may not wait for a promise that another request context resolves. */
const holdBack = (): Runtime['delayed'] => {
  const releases = { count: 0 }
  return {
    wait: async () => {
      const before = releases.count
      while (releases.count === before) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    release: async () => {
      releases.count++
      await new Promise((resolve) => setTimeout(resolve, 30))
    },
  }
}

const createTestAccount = async (): Promise<Account> => {
  const { id, secretKey, issue } = await createMerchant({ shard: '01' })
  return { id, secretKey, liveKey: (await issue('sk', { mode: 'live' })).key }
}

/** The worker in workerd on D1, with new accounts. */
export const workerdRuntime = async (parts: Runtime['parts'] = {}): Promise<Runtime> => {
  const { DB_00: _unused, DB_01: d1, ...rest } = bindings
  return {
    d1,
    bindings: rest,
    accounts: [await createTestAccount(), await createTestAccount()],
    clock: testClock(),
    parts: { limits, ...parts },
    delayed: holdBack(),
    turn: () => new Promise((resolve) => setTimeout(resolve)),
    run: (work) => work(),
  }
}

export const inWorkerd: WithSystem = async (work, options) => work(createSystem(await workerdRuntime(), options))
