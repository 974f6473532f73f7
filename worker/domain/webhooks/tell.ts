import type { RequestServices } from '../../app/compose.ts'

/**
 * Tells the object of a webhook that something about it has changed. The change stands already, so it does not fail by that: an object that
 * cannot be reached looks by itself before it delivers anything, or is woken by the sweep.
 */
export const tellEndpoint = async (
  webhook: string,
  ask: 'lookAnew' | 'forget',
  { endpoints }: RequestServices,
): Promise<void> => {
  try {
    await endpoints[ask](webhook)
  } catch (thrown) {
    console.warn(JSON.stringify({ webhook: 'not told', exception: thrown instanceof Error ? thrown.name : null }))
  }
}
