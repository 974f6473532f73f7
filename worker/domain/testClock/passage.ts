import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { Passage } from '../../store/accounts/testClock.ts'
import type { TerminalStore } from '../../store/terminals/terminalStore.ts'
import type { Clock } from '../clock.ts'
import { accountJobs, hadWork, sweep } from '../sweep.ts'
import type { AccountSweepNeeds, SweepResult } from '../sweep.ts'
import type { TerminalsClient } from '../terminals/terminalsClient.ts'
import type { Endpoints } from '../webhooks/endpoints.ts'

/** A sweep at one moment, at which its clock stands still. */
export type MomentSweepNeeds = AccountSweepNeeds & {
  readonly clock: Clock
  /** When the next row comes due, after the clock's time and not after `until`; null if none does. Milliseconds since 1970. */
  readonly findNextDue: (until: number) => Promise<number | null>
}

export interface PassTimeNeeds {
  readonly accounts: Pick<AccountStore, 'endPassage' | 'holdPassage' | 'movePassage' | 'releasePassage'>
  readonly clock: Clock
  readonly clockOffsetMs: number
  readonly endpoints: Pick<Endpoints, 'catchUp'>
  readonly terminalsClient: Pick<TerminalsClient, 'wake'>
  /** A sweep of this account's test mode at a moment, milliseconds since 1970. */
  readonly sweepAt: (moment: number) => MomentSweepNeeds
  readonly terminals: Pick<TerminalStore, 'findWaiting'>
}

export interface PassTimeOptions {
  /** Whether to wait for another caller that continues the passage. */
  readonly waitForHold?: boolean
  readonly onSwept?: (result: SweepResult) => void
}

type SteppingNeeds = PassTimeNeeds & Required<Pick<PassTimeOptions, 'onSwept'>>

/** Moments of one call. A Worker's calls to databases and processors in one request are limited. */
const maxMoments = 40
/** A call starts no moment after this time. */
const maxPassageMs = 15_000
/** A moment takes less, even if the processor does not respond. After a crash the passage continues when its hold ends. */
const holdMs = 60_000
/** Due work may create more: a closed batch brings returns. A moment runs at most this many rounds. */
const maxRounds = 10
/** A passage that another call holds is tried again after this time, up to this often. */
const retryMs = 100
const maxHoldAttempts = 150

/** `held`: another caller continues the passage. `failed`: a job failed, and is retried when the passage continues. */
export type PassageState = 'arrived' | 'underWay' | 'held' | 'failed'

export const realNow = ({ clock, clockOffsetMs }: Pick<PassTimeNeeds, 'clock' | 'clockOffsetMs'>): number =>
  clock.now() - clockOffsetMs

/**
 * Continues the passage of the account's test clock to its destination: does the work of each moment at which something comes due, in order and
 * with the clock at that moment, as if the time had passed. One call does a bounded part. After a crash or a failed job the next call continues at
 * the same moment.
 */
export const passTime = async (
  needs: PassTimeNeeds,
  { waitForHold = true, onSwept = () => undefined }: PassTimeOptions = {},
): Promise<PassageState> => {
  const attempts = waitForHold ? maxHoldAttempts : 1
  for (let attempt = 1; ; attempt++) {
    const hold = realNow(needs) + holdMs
    const passage = await needs.accounts.holdPassage(realNow(needs), hold)
    if (passage === null) return 'arrived'
    if (passage !== 'held') return continuePassage(passage, hold, { ...needs, onSwept })
    if (attempt === attempts) return 'held'
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

const continuePassage = async (
  { targetMs, moment }: Passage,
  firstHold: number,
  needs: SteppingNeeds,
): Promise<PassageState> => {
  const { accounts } = needs
  const started = realNow(needs)
  let hold = firstHold
  let target = targetMs
  let now = moment
  try {
    for (let count = 1; ; count++) {
      const work = await doDueWork(now, needs)
      if (work !== 'done') return work
      const next = await nextMoment(now, started + target, needs)
      const hasArrived = next <= now
      if (hasArrived && (await accounts.endPassage(hold, target))) return 'arrived'
      if (!hasArrived && (count >= maxMoments || realNow(needs) >= started + maxPassageMs)) return 'underWay'
      now = Math.max(now, next)
      const extended = realNow(needs) + holdMs
      const moved = await accounts.movePassage(hold, { moment: now, realNow: realNow(needs), hold: extended })
      if (moved === null) return 'underWay'
      hold = extended
      target = moved
    }
  } finally {
    await accounts.releasePassage(hold)
  }
}

/** Does all work of a moment. `underWay` if work is left. */
const doDueWork = async (now: number, needs: SteppingNeeds): Promise<'done' | 'underWay' | 'failed'> => {
  // First, or the sweep would abandon payments that their terminals still have to end.
  await wakeTerminals(now, needs)
  for (let round = 0; round < maxRounds; round++) {
    const result = await sweep(needs.sweepAt(now), accountJobs)
    needs.onSwept(result)
    if (result.failures.length > 0) return 'failed'
    if (!hadWork(result)) return 'done'
  }
  return 'underWay'
}

/** Delivers the webhooks of a moment and returns the next moment, at most that of arrival. Not later than `now` if the clock has arrived. */
const nextMoment = async (now: number, arrival: number, needs: PassTimeNeeds): Promise<number> => {
  const nextDelivery = await needs.endpoints.catchUp(now)
  if (arrival <= now) return arrival
  const nextDue = await needs.sweepAt(now).findNextDue(arrival)
  const deadlines = await wakeTerminals(now, needs)
  const later = [nextDelivery, nextDue, ...deadlines].filter((each) => each !== null && each > now) as number[]
  return Math.min(arrival, ...later)
}

/** Wakes terminals with a waiting payment, which expires by this clock. Returns when each of them must be woken again. */
const wakeTerminals = async (now: number, needs: PassTimeNeeds): Promise<(number | null)[]> => {
  const { terminals, terminalsClient } = needs
  const offsetMs = now - realNow(needs)
  return Promise.all((await terminals.findWaiting()).map((terminal) => terminalsClient.wake(terminal, offsetMs)))
}
