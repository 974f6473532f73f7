import type { CheckoutPageData } from '#contract/checkouts/page'
import { pollUntilDecided } from './attemptState.ts'

/** Reloads the page once the attempt of another window, or from before this page was loaded, has finished. */
export const reloadWhenFinished = async ({ id, nonce }: CheckoutPageData): Promise<void> => {
  await pollUntilDecided(id, nonce)
  location.reload()
}
