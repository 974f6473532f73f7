import {
  addWalletEntry as addEntryEndpoint,
  createCustomer as createCustomerEndpoint,
} from '#contract/customers/customers'
import { createToken as createTokenEndpoint } from '#contract/tokens/tokens'
import { makeTestWalletPayload } from '../../../../widget/encrypt/testWalletPayload.ts'
import { paymentFixture, cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import { parseInput } from '../../../testing/domainCalls.ts'
import { addWalletEntry } from '../../customers/addWalletEntry.ts'
import { createCustomer } from '../../customers/create.ts'
import { createToken } from '../../tokens/create.ts'

export const check = { accountNumber: '000123456789', routingNumber: '021000021' }

/** Reveals secrets as text, for comparison. */
const revealSecrets = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('reveal' in value && typeof value.reveal === 'function') return value.reveal()
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealSecrets(member)]))
}

/** An account whose processor records its requests. */
export const sourceFixture = async () => {
  const fixture = await paymentFixture()
  const sent: Record<string, unknown>[] = []
  const recordingServices = () => {
    const needs = fixture.services()
    const { processor } = needs
    const authorize: typeof processor.authorize = (op, ref) => {
      const { instrument, avs, credential, preferredNetwork, capture } = op
      sent.push({ instrument: revealSecrets(instrument), avs, credential, preferredNetwork, capture })
      return processor.authorize(op, ref)
    }
    return { ...needs, processor: { ...processor, authorize } }
  }
  const { authorize, services } = fixture
  const createTokenFor = async (body: object) =>
    (await createToken(parseInput(createTokenEndpoint, body), services())).token
  const pay = (payment: object, more: object = {}) =>
    authorize(cardSale(10.5, { payment, ...more }), recordingServices())
  /** Creates a customer with a stored payment method and its address. */
  const customerWith = async (body: object, address: object = {}) => {
    const { customers } = await createCustomer(parseInput(createCustomerEndpoint, { firstName: 'Ada' }), services())
    const customer = customers[0]!.id
    const input = parseInput(addEntryEndpoint, { token: await createTokenFor(body), address })
    const { wallet } = await addWalletEntry(customer, input, services())
    return { customer, wallet: wallet[0]!.id }
  }
  return { ...fixture, recordingServices, sent, pay, createTokenFor, customerWith }
}

export const sentCard = {
  kind: 'card',
  pan: '4242424242424242',
  expiry: '1230',
  cvv: '123',
}
/** A wallet payload with card 4242 for an account, valid at its clock. */
export const walletPayload = (gatewayMerchantId: string, nowMs: number, more: object = {}) =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', gatewayMerchantId, ...more }, nowMs)

export const sentCredential = { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' }
