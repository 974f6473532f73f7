import type { SweepServices } from '../../app/compose.ts'

const tokensAtOnce = 500

/** Clears what expired tokens sealed. */
export const clearTokens = async ({ retention, clock }: SweepServices) => ({
  tokensCleared: await retention.clearTokens(clock.now(), tokensAtOnce),
})
