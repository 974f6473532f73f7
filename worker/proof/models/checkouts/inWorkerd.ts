import { bindings } from '../../../testing/bindings.ts'
import { createMerchant, testClock } from '../../../testing/merchant.ts'
import type { Runtime } from './underTest.ts'

/** Time-outs of the real clock. What they wait for is in this process, and there at once or never. */
export const limits = { processorTimeoutMs: 30, reversalTimeoutMs: 30, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

/** Its shard is the second, where few other tests leave anything; what they did leave is nothing to sweep. */
export const clearShard = async (): Promise<void> => {
  const { DB_01: d1 } = bindings
  await d1.batch(
    [
      'UPDATE operations SET due = NULL',
      'UPDATE transactions SET expires = NULL',
      'UPDATE checkouts SET due = NULL',
      'DELETE FROM unsettled',
    ].map((text) => d1.prepare(text)),
  )
}

/** The worker in its own runtime, on real D1, with an account of its own. */
export const checkoutsInWorkerd = async (): Promise<Runtime> => {
  const { DB_00: _other, DB_01: d1, ...rest } = bindings
  const { id, secretKey } = await createMerchant({ shard: '01' })
  return {
    d1,
    bindings: rest,
    account: id,
    secretKey,
    clock: testClock(),
    turn: () => new Promise((resolve) => setTimeout(resolve)),
    run: (work) => work(),
  }
}
