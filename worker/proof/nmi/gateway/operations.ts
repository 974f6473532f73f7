import type { ApiResponse } from '../../../testing/merchant.ts'
import type { FaultOrder } from '../faultPlan.ts'
import type { NmiGateway } from './nmiGateway.fixture.ts'

/** A request that the gateway sends to NMI, with what a client does to cause it. */
export interface NmiOperation {
  readonly name: string
  /** The request that meets the fault. */
  readonly on: NonNullable<FaultOrder['on']>
  readonly kind: 'payment' | 'bill' | 'unreferencedCredit' | 'modification' | 'reversal'
  /** Runs before the fault. */
  prepare?(gateway: NmiGateway): Promise<string>
  /** Returns the client's response; null for an operation of the gateway itself. */
  act(gateway: NmiGateway, prepared: string): Promise<ApiResponse | null>
}

const post = ({ call }: NmiGateway, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  call('POST', `/v1/transactions/${path}`, { body, headers })

const authorize = async (gateway: NmiGateway): Promise<string> =>
  (await gateway.ok('POST', '/v1/transactions/authorize', { body: gateway.cardPayment() })).transactionId

const authorizeAndCapture = async (gateway: NmiGateway): Promise<string> => {
  const transactionId = await authorize(gateway)
  await gateway.ok('POST', '/v1/transactions/capture', { body: { transactionId } })
  return transactionId
}

const modification = (
  name: string,
  on: 'capture' | 'void' | 'refund',
  prepare: (gateway: NmiGateway) => Promise<string>,
  body: (id: string) => object,
): NmiOperation => ({
  name,
  on,
  kind: 'modification',
  prepare,
  act: (gateway, id) => post(gateway, on === 'refund' ? 'credit' : on, body(id)),
})

const payment = (
  name: string,
  on: 'auth' | 'sale' | 'credit',
  path: string,
  body: (gateway: NmiGateway) => object,
): NmiOperation => ({
  name,
  on,
  kind: 'payment',
  act: (gateway) => post(gateway, path, body(gateway), { 'idempotency-key': 'the-order' }),
})

export const operations: readonly NmiOperation[] = [
  payment('authorization', 'auth', 'authorize', (gateway) => gateway.cardPayment()),
  payment('sale', 'sale', 'sale', (gateway) => gateway.cardPayment()),
  payment('bank debit', 'sale', 'sale', (gateway) => gateway.bankPayment()),
  {
    ...payment('unreferenced credit', 'credit', 'credit', (gateway) => gateway.cardPayment()),
    kind: 'unreferencedCredit',
  },
  {
    name: 'subscription bill',
    on: 'sale',
    kind: 'bill',
    prepare: (gateway) => gateway.makePlan(),
    act: async (gateway, plan) => {
      await gateway.subscribe(plan, {}, gateway.pan)
      await gateway.pass(1)
      return null
    },
  },
  modification('capture', 'capture', authorize, (transactionId) => ({ transactionId })),
  modification('capture of a part', 'capture', authorize, (transactionId) => ({ transactionId, amount: 4 })),
  modification('void of an authorization', 'void', authorize, (transactionId) => ({ transactionId })),
  modification('void of a captured payment', 'void', authorizeAndCapture, (transactionId) => ({ transactionId })),
  modification('refund of a part', 'refund', authorizeAndCapture, (id) => ({
    referenceTransactionId: Number(id),
    amount: { value: 4 },
  })),
  {
    name: 'reversal of a payment that a rule declines',
    on: 'void',
    kind: 'reversal',
    prepare: async (gateway) => {
      await gateway.ok('PUT', '/v1/account', { body: { cvvReject: ['N'] } })
      return ''
    },
    act: (gateway) => post(gateway, 'authorize', gateway.cardPayment()),
  },
]
