import type { PageData } from '#contract/checkouts/page'
import { untilKnown } from './attemptState.ts'

/** Somebody is paying, in another window or before this page was loaded: loads the page anew when that is over. */
export const waitForEnd = async ({ id, nonce }: PageData): Promise<void> => {
  await untilKnown(id, nonce)
  location.reload()
}
