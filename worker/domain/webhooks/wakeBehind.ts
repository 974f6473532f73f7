import type { SweepServices } from '../../app/compose.ts'

const atOnce = 50

/**
 * Wakes the endpoints that have not dealt with all that happened: whoever wrote it may have died before it could tell them, or they
 * themselves with an alarm that was never rung. Counts as nothing done: what they do, they do by themselves.
 */
export const wakeEndpointsBehind = async ({
  clock,
  webhooks,
  wakeEndpoints,
}: SweepServices): Promise<Record<never, never>> => {
  await wakeEndpoints(await webhooks.claimBehind(clock.now(), atOnce))
  return {}
}
