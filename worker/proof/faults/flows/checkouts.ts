import type { MerchantClient } from '../merchantClient.ts'
import { flow, minute } from './flow.ts'
import type { Flow } from './flow.ts'

/** Pays a checkout as a shopper, with new attempts until one succeeds. */
export const payCheckout = async (client: MerchantClient, id: string, more: object = {}): Promise<void> => {
  const { shopper } = client
  for (let attempt = 0; attempt < 9; attempt++) {
    const page = await shopper.open(id)
    const nonce = page.data?.nonce
    const isClosed = page.status === 200 && nonce === undefined
    const response = nonce ? await shopper.pay(id, nonce, more) : null
    if (isClosed || response?.json.status === 'completed') return
    // The outcome of this attempt is unknown, so it is read later.
    await client.advance(minute)
    const { json } = await client.send({ method: 'GET', path: `/v1/dynamiccheckout/${id}`, body: undefined, key: null })
    if (json.status === 'completed') return
  }
  throw new Error('No attempt to pay the checkout succeeded.')
}

export const checkoutFlows: readonly Flow[] = [
  flow(
    'pay a checkout',
    ['hosted checkout'],
    (client) => client.createCheckout({ total: 5, oneTimePayment: true }),
    (client, id) => payCheckout(client, id),
  ),
  flow(
    'pay a checkout and store the card',
    ['hosted checkout'],
    (client) => client.createCheckout({ total: 5 }),
    (client, id) => payCheckout(client, id, { answers: { save: true, email: 'ann@mail.example' } }),
  ),
]
