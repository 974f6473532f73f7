import type { OrderResponse, ShownOrder } from '#contract/checkouts/order'
import type { CheckoutPageData, OrderChoices } from '#contract/checkouts/page'
import type { FormField } from '../../fields/formField.ts'
import type { PageTexts } from '../form/formContext.ts'
import type { GatewayResponse } from '../payment/request.ts'
import { type PromoCode, promoCode } from './promoCode.ts'
import { shippingMethods } from './shippingMethods.ts'
import { showFigures } from './figures.ts'
import { steppers } from './steppers.ts'

/** The form as the choices see it. */
export interface OrderedForm extends HTMLElement {
  /** A payment is in progress. */
  readonly paying: boolean
  /** The authorization of a bank debit, which names the amount. */
  readonly debit: Element | undefined
  /** The error of the whole form, or empty. */
  failure: string
  requestUpdate(): void
}

/** What the choices need of the page. */
export interface OrderNeeds {
  readonly form: OrderedForm
  readonly data: CheckoutPageData
  readonly texts: PageTexts
  /** Asks the gateway for the figures. */
  readonly price: (body: object) => Promise<GatewayResponse<OrderResponse>>
}

/** The choices that the shopper can make in an order, and its figures, which only the gateway computes. */
export interface Order {
  /** The ways of shipping, for the form. */
  readonly section: Element | undefined
  /** Whether a choice is being priced: until then, nobody can pay. */
  readonly updating: boolean
  /** Text of the pay button; null for the one that the page began with. */
  readonly button: string | null
  /** What a payment sends: the choices, and the quote of the figures that the page shows. */
  readonly toPay: OrderChoices & { readonly quote: string }
  /** Shows an order that the gateway priced. */
  show(order: ShownOrder): void
  /** Makes the controls read-only during a payment. */
  lock(locked: boolean): void
}

/** Connects the controls that the worker rendered. This script is loaded only by a checkout with choices. */
export const startOrder = ({ form, data, texts, price }: OrderNeeds): Order => {
  const { address } = data.order!
  const words = texts.checkout.order!
  const status = document.querySelector('#order-status')!
  const field = (member: string): FormField | null =>
    address && form.querySelector<FormField>(`[data-path="answers.${address}.${member}"]`)

  let { quote } = data.order!
  /** The choices that the page shows the figures of. */
  let priced: OrderChoices = readChoices()
  let wanted = priced
  /** Where the order goes to, as it was sent last. */
  let place = readPlace()
  let isRunning = false
  let isStale = false

  const change = (choices: Partial<OrderChoices>): void => {
    if (form.paying) return
    wanted = { ...wanted, ...choices }
    quantities.show(wanted.quantities)
    void update()
  }

  const quantities = steppers(
    () => wanted.quantities,
    (chosen) => change({ quantities: chosen }),
  )
  const code: PromoCode | null = promoCode((entered) => change({ code: entered }))
  const methods = shippingMethods((id) => change({ shippingOption: id }))

  const order = {
    section: methods.section,
    updating: false,
    button: null as string | null,
    get toPay() {
      return { ...priced, quote }
    },
    show: (shown: ShownOrder): void => {
      priced = {
        quantities: shown.items.map(({ quantity }) => quantity),
        code: shown.code ?? '',
        shippingOption: shown.options.find(({ selected }) => selected)?.id ?? '',
      }
      wanted = priced
      quote = shown.quote
      order.button = shown.button
      showFigures(shown)
      for (const amount of form.debit?.querySelectorAll('[data-amount]') ?? [])
        amount.textContent = amount.closest<HTMLElement>('[lang]')?.lang === 'en' ? shown.amountInEnglish : shown.amount
      quantities.show(priced.quantities)
      code?.show(shown)
      methods.show(shown.options)
      status.textContent = shown.announcement
      if (shown.noShipping) field('country')?.showServerError('wrong')
      form.requestUpdate()
    },
    lock: (locked: boolean): void => {
      for (const control of [quantities, code, methods]) control?.lock(locked)
    },
  }

  /** Prices the wanted choices, and again if they changed meanwhile: only the last response is shown. */
  async function update(): Promise<void> {
    isStale = true
    if (isRunning) return
    isRunning = true
    order.updating = true
    form.failure = ''
    form.requestUpdate()
    let response: GatewayResponse<OrderResponse> | null = null
    while (isStale) {
      isStale = false
      place = readPlace()
      response = await price({ locale: data.locale, ...wanted, ...place })
    }
    isRunning = false
    order.updating = false
    if (response?.kind === 'state') order.show(response.state.order)
    else fail(response)
    form.requestUpdate()
  }

  /** Keeps the last right figures, and the choices that they are for. An address is not undone: paying compares the figures. */
  const fail = (response: GatewayResponse<OrderResponse> | null): void => {
    wanted = priced
    quantities.show(priced.quantities)
    methods.choose(priced.shippingOption)
    const { failures } = texts.checkout
    const isLimited = response?.kind === 'rejected' && response.status === 429
    form.failure = isLimited ? failures.rateLimited : navigator.onLine ? words.failed : failures.offline
  }

  /** Where the order goes to, as far as its price depends on it. */
  function readPlace(): Place {
    const initial = data.prefill.address
    if (address === null) return { country: initial.country, state: initial.state }
    const read = (member: 'country' | 'state') => field(member)?.value ?? (form.isConnected ? '' : initial[member])
    return { country: read('country'), state: read('state') }
  }

  form.addEventListener('change', () => {
    const now = readPlace()
    if (!form.paying && (now.country !== place.country || now.state !== place.state)) void update()
  })
  return order
}

type Place = { readonly country: string; readonly state: string }

/** The choices that the page began with. */
const readChoices = (): OrderChoices => ({
  quantities: [...document.querySelectorAll<HTMLElement>('.items > li')].map(({ dataset }) =>
    Number(dataset['quantity']),
  ),
  code: '',
  shippingOption: document.querySelector<HTMLInputElement>('[name=shipping-method]:checked')?.value ?? '',
})
