import type { MerchantPage } from './merchantPage.ts'

/**
 * Starts the link to the merchant's cancelUrl. In a frame it notifies the merchant's page instead of leaving it.
 *
 * @returns hides the link, since a shopper who leaves during a payment would not see its outcome
 */
export const startLeaveLink = (page: MerchantPage): ((isHidden: boolean) => void) => {
  const link = document.querySelector<HTMLAnchorElement>('[data-leave]')
  link?.addEventListener('click', (event) => {
    if (parent === window) return
    event.preventDefault()
    page.leave(link.href)
  })
  return (isHidden) => {
    if (link) link.hidden = isHidden
  }
}
