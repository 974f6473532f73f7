import type { CheckoutView } from '#contract/checkouts/view'
import type { PageAddress } from '#contract/checkouts/form'
import type { Offer } from '#contract/checkouts/offer'
import type { PricedOrder } from '#contract/checkouts/order'
import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { CheckoutAttemptRow } from '../../../store/checkouts/attemptRows.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { allowedOrigins } from '../../accounts/origins.ts'
import type { PageOriginRules } from '../../accounts/origins.ts'
import { localDate } from '../../localDay.ts'
import { decimalText, moneyOf } from '../../money.ts'
import { billDate, firstBillDate } from '../../subscriptions/billing/calendar.ts'
import { toCheckoutForm } from '../offer/form.ts'
import { dependsOnCountry } from '../price/shipping.ts'
import { taxNeedsAddress } from '../price/tax.ts'
import type { Pricing } from '../price/priceOrder.ts'
import { lineTotal } from '../pay/order.ts'
import { checkoutPageUrl } from './pageUrl.ts'
import { isChargedNow } from '../pay/pay.ts'
import { maskedShopper } from './knownShopper.ts'
import { maskEmail, maskName } from './mask.ts'
import { savedMethods } from './savedMethods.ts'
import { paidAttempt, checkoutStatus } from '../status.ts'
import { thankYouUrl } from './thankYouUrl.ts'

/** Seconds to read the receipt before the page goes to the merchant's. */
const defaultReturnAfter = 3

const emptyAddress: PageAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }

/** Who sees a checkout: the browser of the shopper who paid it, the reader of the receipt mail, or anybody who has its id. */
export type Viewer = 'shopper' | 'mail' | 'anybody'

/**
 * The shopper's email address and shipping address. What the form knew masked stays masked, even if the shopper entered another: only mail to
 * the customer's own address has it in full.
 */
const paidShopper = ({ checkout: { offer }, person }: FoundCheckout, paid: CheckoutAttemptRow, viewer: Viewer) => {
  const shipTo = paid.orderData?.shipTo
  const address = shipTo === undefined ? null : { ...emptyAddress, ...shipTo }
  const isOwnMail = viewer === 'mail' && paid.email === person?.emailAddress
  if (offer.knownCustomer !== true || isOwnMail) return { email: paid.email, shipTo: address }
  const { email, address: prefilled } = offer.prefill
  return {
    email: email === '' && paid.email !== '' ? maskEmail(paid.email) : paid.email,
    shipTo: address && { ...address, name: prefilled.name === '' ? maskName(address.name) : address.name },
  }
}

const toReceipt = (
  found: FoundCheckout,
  paid: CheckoutAttemptRow,
  timeZone: string,
  viewer: Viewer,
): CheckoutView['receipt'] => {
  const { checkout } = found
  const { subscription } = checkout.offer
  const { email, shipTo } = paidShopper(found, paid, viewer)
  const startDate = paid.charged ? localDate(paid.created, timeZone) : (subscription?.firstDate ?? '')
  return {
    at: paid.created,
    amount: paid.charged ? (paid.pricedOrder?.total ?? decimalText(moneyOf(checkout.total, checkout.currency))) : '0',
    transactionId: String(paid.transactionId),
    authCode: paid.authCode,
    network: paid.network,
    personal:
      viewer === 'anybody'
        ? null
        : {
            last4: paid.last4,
            shipTo,
            email,
          },
    mail: checkout.receipt,
    next: subscription === null ? null : nextChargeDate(subscription, startDate, paid.charged),
    url: thankYouUrl(checkout, paid.transactionId),
    returnAfter: checkout.offer.returnAutomatically ?? defaultReturnAfter,
  }
}

/** The date of the next charge; null after the last installment. */
const nextChargeDate = (
  { unit, interval, installments }: NonNullable<FoundCheckout['checkout']['offer']['subscription']>,
  startDate: string,
  charged: boolean,
): string | null => {
  if (!charged) return startDate
  return installments === 1
    ? null
    : billDate({ unit, interval, ...firstBillDate({ unit, interval, dayOfCycle: 0 }, startDate) }, 1)
}

/** The order of the attempt that paid or is pending. */
const chargedOrder = ({ attempts }: FoundCheckout, paid: CheckoutAttemptRow | undefined): PricedOrder | null =>
  (paid ?? attempts.find(({ status }) => status === 'pending'))?.pricedOrder ?? null

/** The items in their chosen quantities. Without choices left, items that the shopper removed are left out, and quantities are fixed. */
const orderedItems = (
  { items }: Offer,
  order: PricedOrder | null,
  isChosen: boolean,
): CheckoutView['invoice']['items'] => {
  const quantities = order?.quantities ?? items.map(({ quantity }) => quantity)
  return items.flatMap(({ name, description, price, imageUrl, adjustable }, index) => {
    const quantity = quantities[index]!
    if (isChosen && quantity === 0) return []
    const line = { name, description, price, quantity, total: lineTotal({ price, quantity }) }
    return Object.assign(line, imageUrl !== undefined && { imageUrl }, !isChosen && adjustable && { adjustable })
  })
}

/** The figures of an offer without choices. */
const offeredFigures = ({ offer, total, currency }: CheckoutRow) => ({
  subtotal: offer.subtotal,
  tax: offer.tax,
  surcharge: offer.surcharge,
  shipping: offer.shippingAmount,
  discount: offer.discount,
  total: decimalText(moneyOf(total, currency)),
})

/** The figures of the invoice, with a subtotal only if another part follows. */
const invoiceFigures = ({ checkout }: FoundCheckout, order: PricedOrder | null) => {
  const { tax, surcharge, shipping, discount, subtotal, total } = order ?? offeredFigures(checkout)
  const isAdjusted = [tax, surcharge, shipping, discount].some((amount) => amount !== null)
  return { tax, surcharge, shipping, discount, total, subtotal: isAdjusted ? subtotal : null }
}

/** What the shopper can choose, while the checkout is open. */
const toOrderView = (
  { choices, shipping }: Offer,
  { order, codeRefusal, options, noShipping }: Pricing,
): CheckoutView['order'] => {
  const { discounts = [], shippingOptions = [] } = choices ?? {}
  const needsAddress = choices !== undefined && (taxNeedsAddress(choices) || dependsOnCountry(choices))
  const member = shipping ? 'shipTo' : 'billTo'
  return {
    takesCode: discounts.length > 0,
    code: order.code,
    codeRefusal,
    options: shippingOptions.length > 0 ? options : null,
    shippingOption: order.shippingOption?.id ?? null,
    noShipping,
    address: needsAddress ? member : null,
  }
}

export interface ViewNeeds {
  readonly account: Account
  readonly clock: Clock
  readonly pageOriginRules: PageOriginRules
}

/**
 * The view model of a checkout's page at this moment. Only the link to pay has the data that the merchant prefilled: it ends with the
 * checkout, whose id is public from then on.
 *
 * @param pricing the order by the shopper's choices so far; null if it is fixed
 */
export const toCheckoutView = (
  found: FoundCheckout,
  { account, clock, pageOriginRules }: ViewNeeds,
  viewer: Viewer,
  pricing: Pricing | null = null,
): CheckoutView => {
  const { checkout } = found
  const { offer } = checkout
  const { name, logoUrl, supportEmail, supportUrl, timeZone, legalTexts } = account.settings
  const now = clock.now()
  const paid = paidAttempt(found)
  const status = checkoutStatus(found, now)
  const isPayable = status.status === 'open' || status.status === 'processing'
  const order = chargedOrder(found, paid) ?? pricing?.order ?? null
  const figures = invoiceFigures(found, order)
  const { total } = figures
  // A payment stores whether it charged the shopper. Computed again on a later day, the result could differ.
  const charged = paid === undefined ? isChargedNow(found, now, timeZone) : paid.charged
  // Removed items stay on the page of an open checkout, where the shopper can add them again.
  const isChosen = pricing === null || status.status !== 'open'
  const { subscription } = offer
  return {
    id: checkout.id,
    url: checkoutPageUrl(checkout),
    mode: checkout.mode,
    ...status,
    merchant: { name, logoUrl, supportEmail, supportUrl, timeZone },
    currency: checkout.currency,
    invoice: {
      items: orderedItems(offer, order, isChosen),
      ...figures,
      dueToday: charged ? total : '0',
      number: offer.number,
      invoiceDate: offer.invoiceDate,
      dueDate: offer.dueDate,
    },
    order: isChosen || pricing === null ? null : toOrderView(offer, pricing),
    terms:
      subscription === null
        ? null
        : {
            label: subscription.label,
            unit: subscription.unit,
            interval: subscription.interval,
            total,
            first: charged ? null : subscription.firstDate,
            installments: subscription.installments,
          },
    legalTexts: legalTexts as CheckoutView['legalTexts'],
    form: toCheckoutForm(offer),
    saved: isPayable ? savedMethods(found) : [],
    savedCode: account.settings.storedCvvRequired,
    known: isPayable ? maskedShopper(found) : { email: '', name: '' },
    removal: isPayable && offer.allowRemoval === true,
    prefill: isPayable ? offer.prefill : { email: '', address: emptyAddress },
    submitButtonText: offer.submitButtonText,
    appearance: offer.appearance,
    framedBy: offer.framed ? allowedOrigins({ allowedOrigins: null, account }, pageOriginRules) : null,
    cancelUrl: offer.cancelUrl,
    receipt: paid === undefined ? null : toReceipt(found, paid, timeZone, viewer),
  }
}
