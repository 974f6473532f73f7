import { clockRange, latestNow } from '#contract/testClock/testClock'
import type { AdvanceTestClock, SetTestClock } from '#contract/testClock/testClock'
import { refuse } from '#contract/errors/apiError'
import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { ClockChange } from '../../store/accounts/testClock.ts'
import type { TerminalStore } from '../../store/terminals/terminalStore.ts'
import type { Clock } from '../clock.ts'
import { didSomething, sweep, accountClockJobs } from '../sweep.ts'
import type { AccountClockSweepNeeds } from '../sweep.ts'
import type { Readers } from '../terminals/readers.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'
import { toTestClock } from './toApi.ts'

interface Needs {
  readonly accounts: Pick<AccountStore, 'changeTestClock'>
  readonly clock: Clock
  readonly clockOffsetMs: number
  readonly endpoints: Pick<Endpoints, 'catchUp'>
  readonly readers: Pick<Readers, 'wake'>
  /** A sweep of this account's test mode at another offset. */
  readonly sweepAt: (offsetMs: number) => AccountClockSweepNeeds
  readonly terminals: Pick<TerminalStore, 'findWaiting'>
}

/** Sets the clock of the account's test mode and processes everything that is due then. */
export const setTestClock = ({ now }: SetTestClock, services: Needs) =>
  changeTestClock({ offsetMs: now - realNow(services) }, 'now', services)

/** Advances the test clock. Error: out_of_range, beyond the last time that it may show. */
export const advanceTestClock = ({ seconds }: AdvanceTestClock, services: Needs) =>
  changeTestClock({ byMs: seconds * 1000 }, 'seconds', services)

/** Returns the test clock to real time. */
export const resetTestClock = (services: Needs) => changeTestClock({ offsetMs: 0 }, null, services)

const realNow = ({ clock, clockOffsetMs }: Needs): number => clock.now() - clockOffsetMs

const changeTestClock = async (wanted: ClockChange, field: 'now' | 'seconds' | null, services: Needs) => {
  const { accounts, clock, sweepAt } = services
  const offsetMs = await accounts.changeTestClock(wanted, latestNow - realNow(services), {
    at: clock.now(),
    action: 'testclock.changed',
    detail: { ...wanted },
  })
  if (offsetMs === null) throw refuse('out_of_range', { field, details: clockRange })
  // First, or the sweep would abandon payments at terminals that the terminal itself ends.
  await wakeTerminals(offsetMs, services)
  const sweeping = sweepAt(offsetMs)
  const complete = await runDueJobs(sweeping)
  await services.endpoints.catchUp()
  return { testClock: toTestClock(sweeping.clock, offsetMs), complete, errors: null }
}

/** Payments that wait at terminals expire by this clock. */
const wakeTerminals = async (offsetMs: number, { terminals, readers }: Needs): Promise<void> => {
  await Promise.all((await terminals.findWaiting()).map((terminal) => readers.wake(terminal, offsetMs)))
}

/** Due work may create more: a batch that closes brings returns. A request runs at most so many rounds. */
const maxRounds = 10

/** False where work is left. The cron retries what failed. */
const runDueJobs = async (services: AccountClockSweepNeeds): Promise<boolean> => {
  for (let round = 0; round < maxRounds; round++) {
    const swept = await sweep(services, accountClockJobs)
    if (!didSomething(swept)) return swept.failures.length === 0
  }
  return false
}
