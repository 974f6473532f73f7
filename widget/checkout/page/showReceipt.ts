import type { MerchantPage } from './merchantPage.ts'

/** Time to read the receipt before the redirect to the merchant. */
const REDIRECT_DELAY_MS = 3000

/** Redirects to the merchant's URL, unless the shopper interacts with the receipt. */
const redirectAfterDelay = (link: HTMLAnchorElement): void => {
  const timer = setTimeout(() => location.assign(link.href), REDIRECT_DELAY_MS)
  for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, () => clearTimeout(timer))
}

/** Starts the receipt page. `#paid` marks a payment that was just completed. */
export const showReceipt = (page: MerchantPage): void => {
  const { transaction = '', url = '' } = document.body.dataset
  const checkoutId = location.pathname.split('/').at(-1)!
  page.complete({ transactionId: transaction, status: 'completed', checkoutId, url })
  document.querySelector('[data-print]')?.addEventListener('click', () => print())

  const link = document.querySelector<HTMLAnchorElement>('[data-back]')
  if (location.hash !== '#paid') return
  // A reload or a return to this page does not redirect again.
  history.replaceState(null, '', location.pathname + location.search)
  // In a frame the merchant's page handles completion.
  if (link && parent === window) redirectAfterDelay(link)
}
