import type { MerchantPage } from './merchantPage.ts'

/**
 * Goes to the merchant's URL after the time in `data-return`, which a screen reader announces. The button, or any other
 * interaction with the receipt, stops it.
 */
const returnAutomatically = (link: HTMLAnchorElement, notice: HTMLElement): void => {
  const [status, button] = [notice.querySelector('p')!, notice.querySelector('button')!]
  const timer = setTimeout(() => location.assign(link.href), Number(notice.dataset['return']) * 1000)
  status.append(notice.querySelector('template')!.content)
  button.hidden = false
  const stop = () => {
    clearTimeout(timer)
    if (notice.contains(document.activeElement)) link.focus()
    status.replaceChildren()
    button.hidden = true
  }
  button.addEventListener('click', stop)
  // Another key than the button's own, since that would move the focus before its click.
  const stopOutside = ({ target }: Event) => notice.contains(target as Node) || stop()
  for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, stopOutside)
}

/**
 * Copies the transaction's number and announces it. The permissions policy of payment pages excludes the clipboard API, so
 * the number is selected and copied; where that fails it stays selected.
 */
const copyNumber = (button: HTMLElement): void => {
  const number = button.previousElementSibling!
  const announcement = button.nextElementSibling!
  getSelection()!.selectAllChildren(number)
  if (!document.execCommand('copy')) return
  getSelection()!.removeAllRanges()
  button.classList.add('copied')
  announcement.textContent = button.lastElementChild!.textContent
  setTimeout(() => {
    button.classList.remove('copied')
    announcement.textContent = ''
  }, 2000)
}

/** Starts the receipt page. `#paid` marks a payment that was just completed. */
export const showReceipt = (page: MerchantPage): void => {
  const { transaction = '', url = '' } = document.body.dataset
  const checkoutId = location.pathname.split('/').at(-1)!
  page.complete({ transactionId: transaction, status: 'completed', checkoutId, url })
  document.querySelector('[data-print]')?.addEventListener('click', () => print())
  const copy = document.querySelector<HTMLElement>('[data-copy]')
  copy?.addEventListener('click', () => copyNumber(copy))

  const link = document.querySelector<HTMLAnchorElement>('[data-back]')
  if (location.hash !== '#paid') return
  // A reload or a return to this page does not redirect again.
  history.replaceState(null, '', location.pathname + location.search.replace(/[?&]paid$/, ''))
  // In a frame the merchant's page handles completion.
  const notice = document.querySelector<HTMLElement>('[data-return]')
  if (link && notice && parent === window) returnAutomatically(link, notice)
}
