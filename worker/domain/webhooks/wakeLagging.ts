import type { WebhookSweepStore } from '../../store/webhooks/webhookStore.ts'
import type { Clock } from '../clock.ts'

const endpointsAtOnce = 50

interface Needs {
  readonly clock: Clock
  readonly webhooks: Pick<WebhookSweepStore, 'claimLagging'>
  wakeEndpoints(endpoints: readonly string[]): Promise<void>
}

/**
 * Wakes endpoints with unfinished deliveries: the request that should have woken them may have crashed, or their alarm was lost. Counts
 * nothing, since the endpoints deliver on their own.
 */
export const wakeLaggingEndpoints = async ({
  clock,
  webhooks,
  wakeEndpoints,
}: Needs): Promise<Record<never, never>> => {
  await wakeEndpoints(await webhooks.claimLagging(clock.now(), endpointsAtOnce))
  return {}
}
