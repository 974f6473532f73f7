import { declineCodes } from './issuer.ts'
import { fillBasket } from './goods.ts'
import type { Basket } from './goods.ts'
import type { Person } from './people.ts'
import { dayMs, hourMs, minuteMs, toValue } from './shop.ts'
import type { Shop } from './shop.ts'

interface Order {
  readonly reference: string
  readonly person: Person
  readonly basket: Basket
}

/** The order object of a payment. */
const toOrder = ({ reference, person, basket }: Order, isShipped: boolean) => ({
  referenceObject: 'order',
  referenceObjectId: reference,
  customerPublicIdentifier: person.number,
  email: person.email,
  billTo: person.address,
  ...(isShipped && { shipTo: person.address, shipping: toValue(basket.shipping) }),
  tax: toValue(basket.tax),
  total: toValue(basket.total),
  lines: basket.lines.map(({ name, cents, quantity }) => ({
    description: name,
    unitCost: toValue(cents),
    quantity,
    total: toValue(cents * quantity),
  })),
})

const newOrder = ({ random, nextShopper, nextOrder }: Shop, isShipped: boolean): Order => ({
  reference: nextOrder(),
  person: nextShopper(),
  basket: fillBasket(random, isShipped),
})

/** Shares of attempts that banks decline. */
const [declinedOnline, declinedAtCounter] = [0.085, 0.03]
const retries = 0.55
const refunds = 0.042
const voids = 0.012

/** An order in one of the shop's channels. */
export const placeOrder = (shop: Shop): Promise<void> => shop.random.weighted(channels)(shop)

const channels: readonly (readonly [place: (shop: Shop) => Promise<void>, weight: number])[] = [
  [(shop) => payOnline(shop, newOrder(shop, true), 'sale'), 46],
  [(shop) => payOnline(shop, newOrder(shop, true), 'authorize'), 30],
  [(shop) => payAtCounter(shop, newOrder(shop, false)), 16],
  [(shop) => payByLink(shop, newOrder(shop, true)), 8],
]

/** Declines the next payment by chance. */
const drawOutcome = ({ random, gateway }: Shop, share: number): void => {
  if (random.chance(share)) gateway.issuer.declineNext(random.weighted(declineCodes))
}

/** A card payment in the shop, which some shoppers repeat after a decline. */
const payOnline = async (shop: Shop, order: Order, by: 'sale' | 'authorize', attempt = 1): Promise<void> => {
  const { agenda, gateway, random, requests } = shop
  drawOutcome(shop, attempt === 1 ? declinedOnline : 0.2)
  const body = {
    payment: { creditCard: order.person.card },
    amount: { value: toValue(order.basket.total) },
    order: toOrder(order, true),
  }
  const { approved, transactionId } = await requests[by](body)
  const now = gateway.clock.now()
  if (approved && by === 'sale') return followSale(shop, order, transactionId)
  if (approved) return followHold(shop, order, transactionId)
  if (attempt < 3 && random.chance(retries))
    agenda.add(now + random.between(70, 400) * 1000, () => payOnline(shop, order, by, attempt + 1))
}

const payAtCounter = async (shop: Shop, order: Order): Promise<void> => {
  const { gateway, random, requests, terminals } = shop
  gateway.setPresentedCard(order.person.card)
  drawOutcome(shop, declinedAtCounter)
  const { approved, transactionId } = await requests.sale({
    payment: { terminal: { id: terminals[random.chance(0.7) ? 0 : 1] } },
    amount: { value: toValue(order.basket.total) },
    order: { referenceObject: 'receipt', referenceObjectId: order.reference, total: toValue(order.basket.total) },
  })
  if (approved) followSale(shop, order, transactionId)
}

/** A payment link, which most customers pay within two days. */
const payByLink = async (shop: Shop, { reference, person, basket }: Order): Promise<void> => {
  const { agenda, gateway, random, requests } = shop
  const id = await requests.createCheckout(linkBody({ reference, person, basket }, gateway.clock.now()))
  const fate = random.weighted([
    ['paid', 82],
    ['forgotten', 12],
    ['canceled', 6],
  ])
  const at = gateway.clock.now() + random.between(5, 40 * 60) * minuteMs
  if (fate === 'canceled') agenda.add(at, async () => void (await requests.cancelCheckout(id)))
  if (fate === 'paid') agenda.add(at, () => payLink(shop, { reference, person, basket }, id))
}

/** The body of a payment link that is due in two weeks. */
const linkBody = ({ reference, person, basket }: Order, now: number) => ({
  items: basket.lines.map(({ name, cents, quantity }) => ({ name, price: toValue(cents), quantity })),
  tax: toValue(basket.tax),
  shipping: toValue(basket.shipping),
  total: toValue(basket.total),
  customerInfo: { name: person.address.name, email: person.email },
  invoiceInfo: {
    number: reference,
    invoiceDate: new Date(now).toISOString().slice(0, 10),
    dueDate: new Date(now + 14 * dayMs).toISOString().slice(0, 10),
  },
})

const payLink = async (shop: Shop, order: Order, id: string): Promise<void> => {
  const { person } = order
  drawOutcome(shop, declinedOnline)
  const { state } = await shop.requests.payCheckout(id, {
    payment: { creditCard: person.card },
    answers: { email: person.email, billTo: person.address },
  })
  if (state.status === 'completed') followSale(shop, order, state.transactionId)
}

/** A few sales are voided before they settle, and a few are refunded later, some in part. */
const followSale = (shop: Shop, { basket }: Order, transactionId: string): void => {
  const { agenda, gateway, random, requests } = shop
  const now = gateway.clock.now()
  if (random.chance(voids))
    return agenda.add(now + random.between(4, 50) * minuteMs, async () => void (await requests.void(transactionId)))
  if (random.chance(refunds)) {
    const part = random.chance(0.45) ? Math.round(basket.total * random.pick([0.25, 0.5, 0.6])) : null
    agenda.add(now + random.between(26, 18 * 24) * hourMs + random.between(1, 59) * minuteMs, async () => {
      const amount = part === null ? {} : { amount: { value: toValue(part) } }
      await requests.credit({ referenceTransactionId: Number(transactionId), ...amount })
    })
  }
}

/** Most orders ship within four days. Some ship in part, are canceled, or are forgotten until the hold expires. */
const followHold = (shop: Shop, order: Order, transactionId: string): void => {
  const { agenda, gateway, random, requests } = shop
  const at = gateway.clock.now() + random.between(8 * 60, 96 * 60) * minuteMs
  const fate = random.weighted([
    ['shipped', 80],
    ['in part', 10],
    ['canceled', 7],
    ['forgotten', 3],
  ])
  const { total } = order.basket
  if (fate === 'canceled') agenda.add(at, async () => void (await requests.void(transactionId)))
  if (fate === 'shipped' || fate === 'in part')
    agenda.add(at, async () => {
      const part = fate === 'in part' ? { amount: toValue(Math.round(total * 0.6)), final: random.chance(0.7) } : {}
      await requests.capture({ transactionId, ...part })
      const captured =
        fate === 'in part' ? { ...order, basket: { ...order.basket, total: Math.round(total * 0.6) } } : order
      followSale(shop, captured, transactionId)
    })
}
