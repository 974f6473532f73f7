import type { OrderResponse } from '#contract/checkouts/order'
import type { CheckoutPageData } from '#contract/checkouts/page'
import type { PageTexts } from '../form/formContext.ts'
import { connectMerchantPage } from './merchantPage.ts'
import type { CheckoutFinishedEvent, PayingEvent } from '../form/events.ts'
import { SluicePaymentForm } from '../form/payment-form.ts'
import { fillAddress, loadAddress } from '../form/addressFields.ts'
import { loadConsents } from '../form/loadConsents.ts'
import { loadCustomer } from '../form/loadCustomer.ts'
import { loadNetworks } from '../form/newMethod.ts'
import { startLeaveLink } from './leaveLink.ts'
import { lazyRepaint } from './lazyRepaint.ts'
import { loadPart } from '../form/loadPart.ts'
import { fetchAttemptState } from '../payment/attemptState.ts'
import { requestCheckout } from '../payment/request.ts'

const copyOf = (id: string) => document.getElementById(id)?.cloneNode(true) as Element | undefined

/**
 * Replaces the loading skeleton by the form, and sends its state to the merchant's page. A finished checkout reloads the page,
 * since only the worker renders receipts and closed checkouts.
 *
 * @returns resolves once the form is rendered, and rejects if it cannot be
 */
export const showForm = async (skeleton: Element, data: CheckoutPageData, texts: PageTexts): Promise<void> => {
  await Promise.all([data.address && loadAddress(data.address), data.networks && loadNetworks(data.networks)])
  // A new task: on a slow phone, starting the script and rendering the form take 0.1 s each.
  await new Promise((resolve) => setTimeout(resolve))
  // Copies, since the skeleton is visible until the form is rendered.
  const [terms, debit] = [copyOf('terms'), copyOf('debit')]
  debit?.removeAttribute('hidden')
  const form = Object.assign(new SluicePaymentForm(), { data, texts, terms, debit, hidden: true })
  if (data.consents) form.consentBoxes = await loadConsents(data.consents)
  if (data.customer) form.customer = await loadCustomer(data.customer, form)
  if (data.order) {
    const { startOrder } = await loadPart<typeof import('../order/order.ts')>(data.order.script)
    const price = (body: object) => requestCheckout<OrderResponse>(data.id, 'order', body)
    form.order = startOrder({ form, data, texts, price })
  }
  const page = connectMerchantPage({
    onFocus: () => form.focus(),
    onAddress: (address) => fillAddress(form, address),
    // A preview for merchants. In live mode the page cannot change the form.
    ...(data.mode === 'test' && { onAppearance: lazyRepaint, onShow: (state: string) => form.showState(state) }),
  })
  page.state('open')
  const hideLeaveLink = startLeaveLink(page)

  form.addEventListener('paying', (event) => {
    const { paying, declined } = event as PayingEvent
    hideLeaveLink(paying)
    form.order?.lock(paying)
    page.state(paying ? 'processing' : 'open')
    if (declined) page.decline()
  })
  form.addEventListener('finished', (event) => {
    const { state } = event as CheckoutFinishedEvent
    if (state?.status === 'completed') {
      const { transactionId, status, url } = state
      page.complete({ transactionId, status, checkoutId: data.id, url: url ?? '' })
      // Unlike a reload, another URL has a view transition to the receipt.
      location.replace(`${location.search ? `${location.search}&` : '?'}paid#paid`)
    } else location.reload()
  })
  /** Another window may have paid, or the checkout may be closed. */
  const reloadIfFinished = async (): Promise<void> => {
    const response = await fetchAttemptState(data.id, data.nonce)
    if (response.kind === 'state' && response.state.status !== 'open') location.reload()
  }
  // Restored from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && void reloadIfFinished())
  addEventListener('online', () => form.paying || void reloadIfFinished())
  skeleton.append(form)
  await form.updateComplete
  await form.customer?.showKnown()
  // Last, so that nobody types into a form of a page that cannot start.
  skeleton.replaceChildren(form)
  form.hidden = false
}
