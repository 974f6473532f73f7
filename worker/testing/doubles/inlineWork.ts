import type { Bindings } from '../../app/env.ts'
import type { Gateway } from '../../app/gateway.ts'
import { parseAccountWorkName } from '../../work/objectNames.ts'
import { workOnAccount } from '../../work/workOnAccount.ts'
import type { WorkOnLane } from '../../work/workOnAccount.ts'
import { workOnLane } from '../../work/workOnLane.ts'

const limits = { ms: Infinity, items: 1000, itemsAtOnce: 25, callsAtOnce: 25 }
/** Work may make other work due, such as an expiry its reversal. */
const mostRounds = 50

const workUntilDone = async (gateway: Gateway, name: string): Promise<{ readonly failures: number }> => {
  let before: Promise<unknown> = Promise.resolve()
  const inOrder: WorkOnLane = (work) => {
    const result = before.then(() => workOnLane(gateway, work, limits))
    before = result.catch(() => undefined)
    return result
  }
  const needs = { gateway, ...parseAccountWorkName(name), workers: 1, workOnLane: inOrder, wishes: new Map() }
  let failures = 0
  for (let round = 0; round < mostRounds; round++) {
    const result = await workOnAccount(needs)
    failures += result.failures
    if (result.isDone) break
  }
  return { failures }
}

/**
 * A binding that does background work within the call that wakes it, without Durable Objects: one lane after the other, in the order of priority,
 * until nothing is due. So a sweep of a test is over when it returns.
 */
export const inlineWork = (gateway: () => Gateway): Bindings['ACCOUNT_WORK'] =>
  ({
    getByName: (name: string) => ({ wake: () => workUntilDone(gateway(), name) }),
  }) as unknown as Bindings['ACCOUNT_WORK']
