import type { Offer } from '#contract/checkouts/offer'
import { parseConsent } from '#contract/checkouts/consents'
import type { CheckoutRequest } from '#contract/checkouts/checkouts'
import { addUpFigures } from '#contract/checkouts/checkouts'
import { toHundredths } from '#contract/money/hundredths'
import { byField } from '#contract/schema/issues'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { PlanRow } from '../../../store/plans/plans.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { decimalPlaces, decimalText } from '../../money.ts'
import { checkRange, resolveInstant } from '../../subscriptions/instants.ts'
import { localDate, startOfDay } from '../../localDay.ts'
import { largestTotal } from '../price/largestTotal.ts'
import { toOfferedChoices } from './choices.ts'
import { toFormInputs } from './inputs.ts'

const toDecimalText = (minor: bigint | null): string | null =>
  minor === null ? null : decimalText({ minor, exponent: 2 })

/** An error for each amount with more decimals than the currency. */
const precisionErrors = (
  { items = [], discounts, shippingOptions, ...request }: CheckoutRequest,
  currency: number,
): ErrorDetail[] => {
  const places = decimalPlaces(currency)
  const amounts: readonly (readonly [field: string, value: string | undefined])[] = [
    ...items.map(({ price }, index) => [`items[${index}].price`, price] as const),
    ...(['total', 'subtotal', 'tax', 'surcharge', 'shipping', 'discount'] as const).map(
      (name) => [name, request[name]] as const,
    ),
    ...(discounts ?? []).flatMap(({ amountOff, minimum }, index) => [
      [`discounts[${index}].amountOff`, amountOff] as const,
      [`discounts[${index}].minimum`, minimum] as const,
    ]),
    ...(shippingOptions ?? []).map(({ amount }, index) => [`shippingOptions[${index}].amount`, amount] as const),
  ]
  return amounts
    .filter(([, value]) => (value?.split('.')[1]?.length ?? 0) > places)
    .map(([field]) => ({ type: 'amount_precision_invalid', field, details: { places } }))
}

/** Members with a URL that is https in live mode. */
const urlMembers = (
  { thankYouUrl, cancelUrl, items = [] }: Pick<CheckoutRequest, 'thankYouUrl' | 'cancelUrl' | 'items'>,
  { fontUrl, faviconUrl }: NonNullable<CheckoutRequest['appearance']>,
) =>
  [
    ['thankYouUrl', thankYouUrl],
    ['cancelUrl', cancelUrl],
    ['appearance.fontUrl', fontUrl],
    ['appearance.faviconUrl', faviconUrl],
    ...items.map(({ imageUrl }, index) => [`items[${index}].imageUrl`, imageUrl] as const),
  ] as const

/** Errors of members that contradict each other, or that the account cannot use. */
const conflictErrors = (
  { oneTimePayment, subscription, appearance = {}, ...request }: CheckoutRequest,
  mode: 'test' | 'live',
  currency: number,
  plan: PlanRow | null,
): ErrorDetail[] => [
  ...urlMembers(request, appearance)
    .filter(([, url]) => mode === 'live' && url?.toLowerCase().startsWith('http:'))
    .map(([field]) => ({ type: 'format_invalid', field, details: { format: 'absolute https URL' } }) as const),
  ...(request.consents ?? []).flatMap(({ text }, index) =>
    mode === 'live' && parseConsent(text)?.some(({ url }) => url?.startsWith('http:'))
      ? [{ type: 'format_invalid', field: `consents[${index}].text`, details: { format: 'https links' } } as const]
      : [],
  ),
  ...(oneTimePayment === true && subscription !== undefined
    ? [
        {
          type: 'format_invalid',
          field: 'oneTimePayment',
          details: { format: 'false, beside a subscription' },
        } as const,
      ]
    : []),
  ...(plan !== null && plan.currency !== currency
    ? [{ type: 'currency_mismatch', field: 'subscription.label' } as const]
    : []),
]

/** The total as decimal text: that of the request, else computed. */
export const totalAmount = (request: CheckoutRequest): string => toDecimalText(addUpFigures(request).total) ?? '0'

interface Needs {
  readonly account: Account
  readonly clock: Clock
}

/**
 * The offer of a request.
 *
 * Errors: amount_precision_invalid; format_invalid (a URL without TLS in live mode, oneTimePayment beside a subscription);
 * currency_mismatch, for a plan in another currency; out_of_range, for a billingDate before today, and for choices with a total above the maximum.
 *
 * @param currency ISO 4217 number
 * @param plan the plan with the label of the subscription, or null
 */
export const toOffer = (
  request: CheckoutRequest,
  currency: number,
  plan: PlanRow | null,
  { account, clock }: Needs,
): Offer => {
  const { timeZone } = account.settings
  const [first, ...others] = [
    ...precisionErrors(request, currency),
    ...conflictErrors(request, account.mode, currency, plan),
  ].sort(byField)
  if (first !== undefined) throw new ApiError(first, ...others)
  const { items = [], customerInfo = {}, invoiceInfo = {}, appearance = {} } = request
  const offer: Offer = {
    items: items.map(toOfferedItem),
    ...toOfferedChoices(request, timeZone),
    subtotal: toDecimalText(addUpFigures(request).subtotal),
    tax: nonZeroAmount(request.tax),
    surcharge: nonZeroAmount(request.surcharge),
    shippingAmount: nonZeroAmount(request.shipping),
    discount: nonZeroAmount(request.discount),
    number: invoiceInfo.number || null,
    invoiceDate: invoiceInfo.invoiceDate ?? null,
    dueDate: invoiceInfo.dueDate ?? null,
    prefill: {
      email: customerInfo.email ?? '',
      address: {
        name: customerInfo.name ?? '',
        line1: customerInfo.address ?? '',
        line2: customerInfo.address2 ?? '',
        city: customerInfo.city ?? '',
        state: customerInfo.state ?? '',
        postalCode: customerInfo.zip ?? '',
        country: toCountryCode(customerInfo.country ?? ''),
      },
    },
    appearance: Object.fromEntries(Object.entries(appearance).filter(([, value]) => value !== undefined)),
    framed: request.iframe ?? false,
    oneTime: request.oneTimePayment ?? false,
    phone: request.collectPhone ?? 'none',
    shipping: request.collectShipping ?? false,
    receipt: request.sendReceipt ?? null,
    thankYouUrl: normalizedUrl(request.thankYouUrl),
    cancelUrl: normalizedUrl(request.cancelUrl),
    returnAutomatically: request.returnAutomatically ?? null,
    subscription:
      request.subscription === undefined
        ? null
        : toOfferedSubscription(request.subscription, plan, timeZone, clock.now()),
    fields: toFormInputs(request.customerDefinedField),
    consents: request.consents ?? [],
    knownCustomer: customerInfo.id !== undefined,
    allowRemoval: request.allowRemoval ?? false,
    submitButtonText: request.submitButtonText ?? null,
    bank: request.allowAch ?? false,
  }
  if (largestTotal({ offer, currency }) > toHundredths(maxTotal))
    throw apiError('out_of_range', { field: 'total', details: { min: 0.01, max: Number(maxTotal) } })
  return offer
}

/** The largest amount of a payment, which no choices may exceed. */
const maxTotal = '999999999.99'

const toOfferedItem = ({
  name,
  description = '',
  price,
  quantity,
  imageUrl,
  adjustableQuantity,
}: NonNullable<CheckoutRequest['items']>[number]): Offer['items'][number] => ({
  name,
  description,
  price,
  quantity,
  ...(imageUrl != null && { imageUrl: new URL(imageUrl).href }),
  ...(adjustableQuantity != null && { adjustable: adjustableQuantity }),
})

/** The page supports country codes of two letters alone. */
const toCountryCode = (code: string): string => (code.length === 2 ? code.toUpperCase() : '')

const normalizedUrl = (url: string | null | undefined): string | null => (url == null ? null : new URL(url).href)

/** An amount of 0 is not shown on an invoice. */
const nonZeroAmount = (value: string | undefined): string | null =>
  value === undefined || toHundredths(value) === 0n ? null : value

const toOfferedSubscription = (
  { billingDate, label }: NonNullable<CheckoutRequest['subscription']>,
  plan: PlanRow | null,
  timeZone: string,
  now: number,
): NonNullable<Offer['subscription']> => {
  const today = localDate(now, timeZone)
  const startMs = billingDate == null ? now : resolveInstant(billingDate, timeZone)
  checkRange(startMs, startOfDay(today, timeZone), 'subscription.billingDate', today)
  const firstDate = localDate(startMs, timeZone)
  const { unit, interval, installments } = plan ?? { unit: 'month', interval: 1, installments: 0 }
  return { label: label ?? null, unit, interval, installments, firstDate }
}
