import type { ShownOrder } from '#contract/checkouts/order'
import type { CheckoutView } from '#contract/checkouts/view'
import pages from '#built/pages' with { type: 'json' }
import { bestLocale } from '../../locale.ts'
import { fillText } from '../fill.ts'
import { createFormats } from '../formats.ts'
import { payButtonText } from '../panels/payButton.ts'
import { headline, invoiceSums } from '../panels/sums.ts'
import { createViewModel } from '../viewModel.ts'
import type { ViewModel } from '../viewModel.ts'

type OrderView = NonNullable<CheckoutView['order']>

/** The sentence about a refused code. */
const refusalText = ({ codeRefusal }: OrderView, { texts: { order }, formats }: ViewModel): string | null => {
  if (codeRefusal === null) return null
  return codeRefusal.reason === 'minimum'
    ? fillText(order.minimum, { amount: formats.money(codeRefusal.minimum) })
    : order[codeRefusal.reason]
}

/** An amount of a way of shipping. */
export const shippingAmount = (amount: string, { texts: { order }, formats }: ViewModel): string =>
  Number(amount) === 0 ? order.free : formats.money(amount)

/** What the page shows of an open checkout's order, in the language of the page, or else in English. */
export const shownOrder = async (
  view: CheckoutView,
  locale: string,
  assets: Fetcher,
  quote: string,
): Promise<ShownOrder> => {
  const model = await createViewModel(view, bestLocale([locale], pages.checkout.locales), assets)
  const { order, invoice } = view
  if (order === null) throw new Error(`the checkout is ${view.status} and has no choices`)
  const { formats } = model
  const { label, amount } = headline(model)
  return {
    quote,
    items: invoice.items.map(({ quantity, total }) => ({ quantity, amount: formats.money(total) })),
    sums: invoiceSums(model).map(({ label: name, amount: part, total }) => ({
      label: name,
      amount: formats.money(part),
      total,
    })),
    amount: formats.money(amount),
    amountInEnglish: createFormats('en', view.currency, view.merchant.timeZone).money(amount),
    announcement: `${label}: ${formats.money(amount)}`,
    button: payButtonText(model),
    code: order.code,
    codeError: refusalText(order, model),
    options: (order.options ?? []).map((option) => ({
      id: option.id,
      label: option.label,
      estimate: option.estimate ?? '',
      amount: shippingAmount(option.amount, model),
      selected: option.id === order.shippingOption,
    })),
    noShipping: order.noShipping,
  }
}
