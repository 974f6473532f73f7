import type { SweepServices } from '../app/compose.ts'
import { eventsKeptMs } from './events/kept.ts'

const rowsAtOnce = 500

/** Forgets Idempotency-Keys whose time is over. */
export const forgetKeys = async ({ retention, clock }: SweepServices) => ({
  keysForgotten: await retention.purgeIdempotencyKeys(clock.now(), rowsAtOnce),
})

/** Forgets messages of wallets that have expired, so that nobody can send them again anyway. */
export const forgetWalletMessages = async ({ retention, clock }: SweepServices) => ({
  walletMessagesForgotten: await retention.forgetWalletMessages(clock.now(), rowsAtOnce),
})

/** Forgets events that are too old to be delivered to anybody. */
export const forgetEvents = async ({ retention, clock }: SweepServices) => ({
  eventsForgotten: await retention.forgetEvents(clock.now() - eventsKeptMs, rowsAtOnce),
})
