import { clockRange, latestNow } from '#contract/testClock/testClock'
import type { AdvanceTestClock, SetTestClock } from '#contract/testClock/testClock'
import { apiError } from '#contract/errors/apiError'
import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { ClockChange } from '../../store/accounts/testClock.ts'
import type { TerminalStore } from '../../store/terminals/terminalStore.ts'
import type { Clock } from '../clock.ts'
import { hadWork, sweep, accountClockJobs } from '../sweep.ts'
import type { AccountClockSweepNeeds } from '../sweep.ts'
import type { TerminalsClient } from '../terminals/terminalsClient.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { toTestClock } from './toApi.ts'

interface Needs {
  readonly accounts: Pick<AccountStore, 'changeTestClock'>
  readonly clock: Clock
  readonly clockOffsetMs: number
  readonly endpoints: Pick<Endpoints, 'catchUp'>
  readonly terminalsClient: Pick<TerminalsClient, 'wake'>
  /** A sweep of this account's test mode at another offset. */
  readonly sweepAt: (offsetMs: number) => AccountClockSweepNeeds
  readonly terminals: Pick<TerminalStore, 'findWaiting'>
}

/** Sets the clock of the account's test mode and runs everything that is due by then. */
export const setTestClock = ({ now }: SetTestClock, services: Needs) =>
  changeTestClock({ offsetMs: now - realNow(services) }, 'now', services)

/** Advances the test clock. Error: out_of_range, beyond the latest time that it may have. */
export const advanceTestClock = ({ seconds }: AdvanceTestClock, services: Needs) =>
  changeTestClock({ byMs: seconds * 1000 }, 'seconds', services)

/** Returns the test clock to real time. */
export const resetTestClock = (services: Needs) => changeTestClock({ offsetMs: 0 }, null, services)

const realNow = ({ clock, clockOffsetMs }: Needs): number => clock.now() - clockOffsetMs

const changeTestClock = async (requested: ClockChange, field: 'now' | 'seconds' | null, services: Needs) => {
  const { accounts, clock, sweepAt } = services
  const offsetMs = await accounts.changeTestClock(requested, latestNow - realNow(services), {
    at: clock.now(),
    action: 'testclock.changed',
    detail: { ...requested },
  })
  if (offsetMs === null) throw apiError('out_of_range', { field, details: clockRange })
  // First, or the sweep would abandon payments that their terminals still have to end.
  await wakeTerminals(offsetMs, services)
  const sweepNeeds = sweepAt(offsetMs)
  const complete = await runDueJobs(sweepNeeds)
  await services.endpoints.catchUp()
  return { testClock: toTestClock(sweepNeeds.clock, offsetMs), complete, errors: null }
}

/** Wakes terminals with a waiting payment, which expires by this clock. */
const wakeTerminals = async (offsetMs: number, { terminals, terminalsClient }: Needs): Promise<void> => {
  await Promise.all((await terminals.findWaiting()).map((terminal) => terminalsClient.wake(terminal, offsetMs)))
}

/** Due work may create more: a closed batch brings returns. A request runs at most this many rounds. */
const maxRounds = 10

/** Returns false if work is left. The cron retries failed jobs. */
const runDueJobs = async (services: AccountClockSweepNeeds): Promise<boolean> => {
  for (let round = 0; round < maxRounds; round++) {
    const result = await sweep(services, accountClockJobs)
    if (!hadWork(result)) return result.failures.length === 0
  }
  return false
}
