import type { PageData } from '#contract/checkouts/page'
import type { PageTexts } from '../form/formContext.ts'
import { connectMerchantPage } from './merchantPage.ts'
import { type CheckoutOverEvent, type PayingEvent, SluicePaymentForm } from '../form/payment-form.ts'
import { repaint } from './lazyRepaint.ts'
import { askState } from '../payment/attemptState.ts'

/**
 * Puts the form in the place of its outline, and tells the merchant's page what becomes of it. When it is over the page is
 * loaded anew: receipts and closed checkouts are drawn by the worker alone.
 */
export const openForm = (place: Element, data: PageData, texts: PageTexts): void => {
  const form = Object.assign(new SluicePaymentForm(), { data, texts, terms: document.querySelector('#terms') })
  place.replaceChildren(form)
  const page = connectMerchantPage({
    onFocus: () => form.focus(),
    // For merchants who try colours out; a page around a real payment changes nothing in it.
    ...(data.mode === 'test' && { onAppearance: repaint, onShow: (state: string) => form.show(state) }),
  })
  page.state('open')

  form.addEventListener('paying', (event) => {
    const { paying, declined } = event as PayingEvent
    page.state(paying ? 'processing' : 'open')
    if (declined) page.decline()
  })
  form.addEventListener('over', (event) => {
    const { state } = event as CheckoutOverEvent
    if (state?.status === 'completed') {
      const { transactionId, status, url } = state
      page.complete({ transactionId, status, checkoutId: data.id, url: url ?? '' })
      location.replace('#paid')
    }
    location.reload()
  })
  /** It may have been paid or closed meanwhile. */
  const look = async (): Promise<void> => {
    const answer = await askState(data.id, data.nonce)
    if (answer.kind === 'state' && answer.state.status !== 'open') location.reload()
  }
  // Back from the browser's own memory.
  addEventListener('pageshow', ({ persisted }) => persisted && void look())
  addEventListener('online', () => form.paying || void look())
}
