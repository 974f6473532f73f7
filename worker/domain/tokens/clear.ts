import type { SweepServices } from '../../app/compose.ts'

const tokensAtOnce = 500

/** Clears what expired tokens sealed. */
export const clearTokens = async ({ tokens, clock }: SweepServices) => ({
  tokensCleared: await tokens.clearExpired(clock.now(), tokensAtOnce),
})
