import type { SweepServices } from '../services.ts'

const rowsAtOnce = 500

/** Forgets Idempotency-Keys whose time is over. */
export const forgetKeys = async ({ idempotency, clock }: SweepServices) => ({
  keysForgotten: await idempotency.purgeExpired(clock.now(), rowsAtOnce),
})

/** Forgets messages of wallets that have expired, so that nobody can send them again anyway. */
export const forgetWalletMessages = async ({ walletMessages, clock }: SweepServices) => ({
  walletMessagesForgotten: await walletMessages.forget(clock.now(), rowsAtOnce),
})
