import { clockRange, latestNow } from '#contract/testClock/testClock'
import type { AdvanceTestClock, SetTestClock } from '#contract/testClock/testClock'
import { apiError } from '#contract/errors/apiError'
import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { ClockChange } from '../../store/accounts/testClock.ts'
import { passTime, realNow } from './passage.ts'
import type { PassTimeNeeds } from './passage.ts'
import { toTestClock } from './toApi.ts'

type Needs = PassTimeNeeds & {
  readonly accounts: Pick<AccountStore, 'changeTestClock' | 'readTestClock'>
}

/** Sets the clock of the account's test mode. A later time is reached by passing through the time between. */
export const setTestClock = ({ now }: SetTestClock, services: Needs) =>
  changeTestClock({ offsetMs: now - realNow(services) }, 'now', services)

/** Advances the test clock, or continues a passage if the request has only a cursor. Errors: out_of_range, beyond the latest time of the clock. */
export const advanceTestClock = ({ seconds }: AdvanceTestClock, services: Needs) =>
  seconds === undefined ? continueTestClock(services) : changeTestClock({ byMs: seconds * 1000 }, 'seconds', services)

/** Returns the test clock to real time. */
export const resetTestClock = (services: Needs) => changeTestClock({ offsetMs: 0 }, null, services)

const changeTestClock = async (requested: ClockChange, field: 'now' | 'seconds' | null, services: Needs) => {
  const { accounts, clock } = services
  const real = realNow(services)
  const hasChanged = await accounts.changeTestClock(
    requested,
    { latestOffsetMs: latestNow - real, realNow: real },
    { at: clock.now(), action: 'testclock.changed', detail: {} },
  )
  if (!hasChanged) throw apiError('out_of_range', { field, details: clockRange })
  return continueTestClock(services)
}

const continueTestClock = async (services: Needs) => {
  const state = await passTime(services)
  const { offsetMs, targetMs } = await services.accounts.readTestClock()
  return {
    testClock: toTestClock({ now: () => realNow(services) + offsetMs }, offsetMs),
    complete: state === 'arrived',
    // Names the destination: a continuation needs no other state than the account's. Without a cursor after a failure, no client repeats it forever.
    cursor: state === 'underWay' || state === 'held' ? `to${targetMs ?? offsetMs}` : null,
    errors: null,
  }
}
