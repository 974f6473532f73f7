import type { Endpoints } from './endpoints.ts'

export interface NotifyNeeds {
  readonly endpoints: Pick<Endpoints, 'refresh' | 'forget'>
}

/**
 * Notifies the endpoint of a webhook of a change that is made already. Never fails: an endpoint that cannot be reached reads its registration
 * before it delivers anything, or is woken by the sweep.
 */
export const notifyEndpoint = async (
  webhook: string,
  change: 'refresh' | 'forget',
  { endpoints }: NotifyNeeds,
): Promise<void> => {
  try {
    await endpoints[change](webhook)
  } catch (thrown) {
    console.warn(JSON.stringify({ webhook: 'not told', exception: thrown instanceof Error ? thrown.name : null }))
  }
}
