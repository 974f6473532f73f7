import { clockRange, latestNow } from '#contract/testClock'
import type { AdvanceTestClock, SetTestClock } from '#contract/testClock'
import { refuse } from '#contract/refusal'
import type { RequestServices, SweepServices } from '../../app/compose.ts'
import type { ClockChange } from '../../store/accounts/testClock.ts'
import { didSomething, sweep, timedJobs } from '../sweep.ts'
import { shownClock } from './shown.ts'

/** Sets the clock of the account's test mode, and does what is due then. */
export const setTestClock = ({ now }: SetTestClock, services: RequestServices) =>
  change({ offsetMs: now - realNow(services) }, 'now', services)

/** Puts it forward. Refusal: out_of_range, beyond the last time that it may show. */
export const advanceTestClock = ({ seconds }: AdvanceTestClock, services: RequestServices) =>
  change({ byMs: seconds * 1000 }, 'seconds', services)

/** Lets it show the real time again. */
export const resetTestClock = (services: RequestServices) => change({ offsetMs: 0 }, null, services)

const realNow = ({ clock, clockOffsetMs }: RequestServices): number => clock.now() - clockOffsetMs

const change = async (wanted: ClockChange, field: 'now' | 'seconds' | null, services: RequestServices) => {
  const { accounts, clock, sweepAt } = services
  const offsetMs = await accounts.changeTestClock(wanted, latestNow - realNow(services), {
    at: clock.now(),
    action: 'testclock.changed',
    detail: { ...wanted },
  })
  if (offsetMs === null) throw refuse('out_of_range', { field, details: clockRange })
  // First, or the sweep would take for abandoned what only has to be told that its time is over.
  await wakeReaders(offsetMs, services)
  const sweeping = sweepAt(offsetMs)
  const complete = await doAllThatIsDue(sweeping)
  await services.endpoints.catchUp()
  return { testClock: shownClock(sweeping.clock, offsetMs), complete, errors: null }
}

/** Payments that wait at readers live by this clock. */
const wakeReaders = async (offsetMs: number, { terminals, readers }: RequestServices): Promise<void> => {
  await Promise.all((await terminals.findWaiting()).map((terminal) => readers.wake(terminal, offsetMs)))
}

/** A leap makes much due, and some of it makes more: a batch that closes brings returns. One request may do so many rounds of it. */
const mostRounds = 10

/** Whether nothing is left. What fails is heard of by the cron, which tries it again. */
const doAllThatIsDue = async (services: SweepServices): Promise<boolean> => {
  for (let round = 0; round < mostRounds; round++) {
    const swept = await sweep(services, timedJobs)
    if (!didSomething(swept)) return swept.failures.length === 0
  }
  return false
}
