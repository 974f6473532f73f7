import type { SweepServices } from '../../app/compose.ts'

const keysAtOnce = 200

/**
 * Wraps account keys anew that an older root key wraps, until none is left and the older one may go. The keys themselves stay as they are,
 * so whatever hangs on them does, too.
 */
export const rewrapAccountKeys = async ({ rootKeys, vaultKeys }: SweepServices) => {
  const outdated = await vaultKeys.findOutdated(await rootKeys.newestVersion(), keysAtOnce)
  const wrapped = await Promise.allSettled(outdated.map(rootKeys.rewrap))
  const fresh = wrapped.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
  const keysRewrapped = fresh.length === 0 ? 0 : await vaultKeys.replace(fresh)
  // Only now: a key that does not open must not keep the others.
  for (const result of wrapped) if (result.status === 'rejected') throw result.reason
  return { keysRewrapped }
}
