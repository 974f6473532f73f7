import type { Endpoints } from './endpoints.ts'

export interface NotifyNeeds {
  readonly endpoints: Pick<Endpoints, 'refresh' | 'forget'>
}

/**
 * Notifies the endpoint of a webhook of a stored change. Never fails: an unreachable endpoint reads its registration before its next delivery,
 * or the sweep wakes it.
 */
export const notifyEndpoint = async (
  webhook: string,
  change: 'refresh' | 'forget',
  { endpoints }: NotifyNeeds,
): Promise<void> => {
  try {
    await endpoints[change](webhook)
  } catch (thrown) {
    console.warn(JSON.stringify({ webhook: 'not notified', exception: thrown instanceof Error ? thrown.name : null }))
  }
}
