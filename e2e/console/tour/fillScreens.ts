import { GatewayClient } from '../../support/gatewayClient.ts'

/**
 * Gives the demo account of a gateway one of everything that the screens show.
 *
 * @returns a payment of 20.00 by a card that ends with 4242
 */
export const fillScreens = async (gateway: string): Promise<{ readonly payment: string }> => {
  const client = new GatewayClient(gateway)
  const post = async (path: string, body: object): Promise<any> => {
    const { status, body: response } = await client.call('POST', `/v1/${path}`, body)
    if (status !== 200) throw new Error(`POST /v1/${path} returned ${status}: ${JSON.stringify(response)}`)
    return response
  }
  const sale = async (token: string, value: number): Promise<string> =>
    (await post('transactions/sale', { payment: { token }, amount: { value } })).transactionId
  const customer: string = (await post('customers', { firstName: 'Ann', emailAddress: 'ann@shop.example' }))
    .customers[0].id
  await post(`customers/${customer}/wallet`, { token: 'test-visa-4242' })
  const plan = { label: 'Tea', cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await post('subscriptions', plan)
  await post(`customers/${customer}/subscriptions`, { plan: subscriptions[0].id })
  // The issuer declines this card as soon as it is stored, so the newest subscription is past due.
  const { wallet } = await post(`customers/${customer}/wallet`, { token: 'test-insufficient-9995' })
  await post(`customers/${customer}/subscriptions`, { plan: subscriptions[0].id, wallet: wallet[0].id })
  await post('terminals', { registrationCode: 'SIM001', nickname: 'Till' })
  await post('dynamiccheckout', { items: [{ name: 'Cup', price: 10 }] })
  // Nothing is delivered meanwhile.
  await post('webhook', { url: 'http://localhost:9/hook', enabled: false, subscribedEvents: null })
  await post('connections', { processor: 'simulator', label: 'Shop', settings: {} })
  await post('apikeys', { kind: 'publishable', name: 'Pages' })
  const disputed = await sale('test-mastercard-4444', 30)
  await post('disputes', { transactionId: disputed, caseId: 'case-1', stage: 'open' })
  await sale('test-declined-0002', 12)
  await post('batches/close', {})
  const refunded = await sale('test-visa-4242', 15)
  await post('transactions/credit', { referenceTransactionId: Number(refunded), amount: { value: 5 } })
  return { payment: await sale('test-visa-4242', 20) }
}
