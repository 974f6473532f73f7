import type { Gateway } from '../app/gateway.ts'
import type { ShardContext } from '../app/context.ts'
import type { WorkReport } from '../app/objects.ts'
import { withTimeout } from '../domain/withTimeout.ts'
import type { Owner } from '../store/sql/owner.ts'
import { claimDueAccounts } from '../store/work/dueWork.ts'
import { reportFailure } from './report.ts'
import { createWorkClient } from './workClient.ts'

/** Lane workers of an account that call processors: a connection has at most 32 calls at a time, four of each worker. */
const workersOfAccount = 8
/** Longer than the time to the next run, so that an account with much work does not pause. */
const grantMs = 90_000
/** An object that does not answer this long after its grant has lost its alarm or is stuck. The next run wakes it again. */
const graceMs = 60_000
/** A run wakes no further accounts after this time, since the next one is near. */
const runMs = 50_000

export interface WakeAccountsNeeds extends ShardContext {
  readonly gateway: Gateway
  readonly mode: Owner['mode']
  /** Accounts that work at the same time. They share as many lane workers. */
  readonly atOnce: number
}

/**
 * Wakes the objects of all accounts with due work in a mode, each once: a number at the same time, then others as those end. Returns whether the
 * work of one failed.
 */
export const wakeAccounts = async (needs: WakeAccountsNeeds): Promise<boolean> => {
  const { gateway, database, shard, mode, atOnce } = needs
  const client = createWorkClient(gateway.environment, shard)
  const started = Date.now()
  const woken: string[] = []
  const claimed: string[] = []
  let isLast = false
  let failed = false
  let claiming: Promise<void> | null = null

  const claim = async (): Promise<void> => {
    const claims = { mode, nowMs: gateway.clock.now(), limit: atOnce, except: woken }
    const accounts = Date.now() - started > runMs ? [] : await claimDueAccounts({ database }, claims)
    isLast = accounts.length === 0
    woken.push(...accounts)
    claimed.push(...accounts)
  }
  const wake = async (account: string): Promise<void> => {
    const share = Math.floor(atOnce / Math.min(atOnce, woken.length))
    const grant = { until: Date.now() + grantMs, workers: Math.min(share, workersOfAccount) }
    try {
      const work = client.wake({ account, mode }, grant)
      const report = await withTimeout<WorkReport | null>(work, grantMs + graceMs, null)
      if (report === null) throw new Error('The object does not answer.')
      failed ||= report.failures > 0
    } catch (reason) {
      reportFailure({ shard, account, mode }, reason, null)
      failed = true
    }
  }
  const wakeAll = async (): Promise<void> => {
    for (;;) {
      const account = claimed.shift()
      if (account !== undefined) await wake(account)
      else if (isLast) return
      else await (claiming ??= claim().finally(() => (claiming = null)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, wakeAll))
  return failed
}
