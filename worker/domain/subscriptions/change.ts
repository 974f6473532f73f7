import { refuse } from '#contract/refusal'
import type { AccountServices } from '../../app/compose.ts'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { Standing } from '../../store/subscriptions/subscriptions.ts'
import { eventsBetween } from './events.ts'
import type { Moment, State } from './states.ts'

/** Where one comes too late another was in time, so as many tries as there are rivals are enough. More than that are not at work on one subscription. */
const mostTries = 40

/** The moment of a change, as an account counts it. */
export const momentOf = ({ account, clock }: Pick<AccountServices, 'account' | 'clock'>): Moment => ({
  now: clock.now(),
  timeZone: account.settings.timeZone,
  retryDays: account.settings.subscriptionRetryDays,
})

/** The state after a change, with what the audit says of it where somebody's key made it. */
export interface Change extends State {
  readonly note?: AuditNote
}

/** Writes a change down, with what it is to those who are told of it. False where the subscription has changed since it was read. */
export const writeChange = (
  before: Standing,
  { note, ...after }: Change,
  { subscriptions }: Pick<AccountServices, 'subscriptions'>,
): Promise<boolean> => subscriptions.write(before, { ...after, happened: eventsBetween(before, after) }, note)

/**
 * Changes a subscription, however many others do so at once: decides by what was read, and reads again where that was no longer true.
 *
 * @param decide the state after the change, or null where there is nothing to write
 * @returns the subscription as it is now, or null where there is none
 */
export const changeSubscription = async (
  id: string,
  decide: (standing: Standing, moment: Moment) => Change | null,
  services: Pick<AccountServices, 'subscriptions' | 'account' | 'clock'>,
  read?: Standing,
): Promise<State | null> => {
  const { subscriptions } = services
  let standing = read ?? (await subscriptions.find(id))
  for (let attempt = 1; standing !== null; attempt++) {
    const after = decide(standing, momentOf(services))
    if (after === null) return standing
    if (await writeChange(standing, after, services)) return after
    // Somebody changes it faster than we can: the client is told to come again.
    if (attempt === mostTries) throw refuse('unavailable')
    standing = await subscriptions.find(id)
  }
  return null
}
