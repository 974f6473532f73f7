import type { SweepServices } from '../app/compose.ts'
import { eventsKeptMs } from './events/kept.ts'

const rowsAtOnce = 500

/** Forgets Idempotency-Keys whose time is over. */
export const forgetKeys = async ({ idempotency, clock }: SweepServices) => ({
  keysForgotten: await idempotency.purgeExpired(clock.now(), rowsAtOnce),
})

/** Forgets messages of wallets that have expired, so that nobody can send them again anyway. */
export const forgetWalletMessages = async ({ walletMessages, clock }: SweepServices) => ({
  walletMessagesForgotten: await walletMessages.forget(clock.now(), rowsAtOnce),
})

/** Forgets events that are too old to be delivered to anybody. */
export const forgetEvents = async ({ events, clock }: SweepServices) => ({
  eventsForgotten: await events.forget(clock.now() - eventsKeptMs, rowsAtOnce),
})
