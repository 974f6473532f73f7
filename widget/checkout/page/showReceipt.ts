import type { MerchantPage } from './merchantPage.ts'

/** How long the shopper reads the receipt before the merchant's page comes. */
const THANKS_MS = 3000

/** Goes on to where the merchant wants the shopper to be, unless the shopper does something here. */
const goOn = (link: HTMLAnchorElement): void => {
  const timer = setTimeout(() => location.assign(link.href), THANKS_MS)
  for (const act of ['pointerdown', 'keydown', 'wheel']) addEventListener(act, () => clearTimeout(timer))
}

/** The page of a checkout that is paid. `#paid` says that it was paid just now. */
export const openReceipt = (page: MerchantPage): void => {
  const { transaction = '', url = '' } = document.body.dataset
  const checkoutId = location.pathname.split('/').at(-1)!
  page.complete({ transactionId: transaction, status: 'completed', checkoutId, url })
  document.querySelector('[data-print]')?.addEventListener('click', () => print())

  const link = document.querySelector<HTMLAnchorElement>('[data-back]')
  if (location.hash !== '#paid') return
  // Whoever comes back to this page, or loads it anew, stays.
  history.replaceState(null, '', location.pathname + location.search)
  // Around a frame is the merchant's own page, which was told.
  if (link && parent === window) goOn(link)
}
