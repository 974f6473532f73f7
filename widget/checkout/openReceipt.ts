import { connectMerchantPage } from './merchantPage.ts'

/** How long the shopper reads the receipt before the merchant's page comes. */
const THANKS_MS = 3000

/** Goes on to where the merchant wants the shopper to be, unless the shopper does something here. */
const goOn = (link: HTMLAnchorElement): void => {
  const timer = setTimeout(() => location.assign(link.href), THANKS_MS)
  for (const act of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(act, () => clearTimeout(timer), { once: true })
}

/** The page of a checkout that is paid. `#paid` says that it was paid just now. */
export const openReceipt = (): void => {
  document.querySelector('[data-print]')?.addEventListener('click', () => print())
  connectMerchantPage().state('completed')
  if (location.hash !== '#paid') return
  // Whoever comes back to this page, or loads it anew, stays.
  history.replaceState(null, '', location.pathname + location.search)
  const link = document.querySelector<HTMLAnchorElement>('[data-back]')
  if (link && parent === window) goOn(link)
}
