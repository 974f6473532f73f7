import { bankAccount } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { Capabilities } from '../../processors/processor.ts'
import type { MerchantClient } from './merchantClient.ts'

/** A request that a processor without a capability cannot fulfil. */
export interface Refusal {
  readonly name: string
  readonly isMissing: (can: Capabilities) => boolean
  /** The operation that the error names. */
  readonly operation: string
  /** Creates what the request refers to. Returns the path after `/v1/transactions/`, and the body. */
  readonly request: (client: MerchantClient) => Promise<readonly [path: string, body: object]>
}

const yen = 392

/** Verifications, with an amount of 0, exist in checkouts only: `worker/domain/connections/routing.test.ts` rejects them. */
export const refusals: readonly Refusal[] = [
  {
    name: 'a second capture',
    isMissing: ({ captures }) => captures === 'one',
    operation: 'captures',
    request: async (client) => ['capture', { transactionId: await client.authorizeAndCapture(4), amount: 2 }],
  },
  {
    name: 'the void of one capture',
    isMissing: ({ voidsOneCapture }) => !voidsOneCapture,
    operation: 'voidsOneCapture',
    request: async (client) => ['void', { transactionId: await client.authorizeAndCapturePart() }],
  },
  {
    name: 'a capture that releases the rest',
    isMissing: ({ captures, givesBackRest }) => captures === 'many' && !givesBackRest,
    operation: 'givesBackRest',
    request: async (client) => ['capture', { transactionId: await client.authorize(), amount: 4, final: true }],
  },
  {
    name: 'an unreferenced credit',
    isMissing: ({ unreferencedCredit }) => !unreferencedCredit,
    operation: 'unreferencedCredit',
    request: async (client) => ['credit', client.cardPayment()],
  },
  {
    name: 'a payment in another currency',
    isMissing: ({ currencies }) => currencies !== 'all' && !currencies.includes(yen),
    operation: 'currencies',
    request: async (client) => ['authorize', client.cardPayment({ amount: { value: 500, currency: yen } })],
  },
  {
    name: 'a payment by bank account',
    isMissing: ({ methods }) => !methods.includes('check'),
    operation: 'methods',
    request: async () => ['authorize', { payment: { check: bankAccount }, amount: { value: 10.5 } }],
  },
  {
    name: 'a payment in cash',
    isMissing: ({ methods }) => !methods.includes('cash'),
    operation: 'methods',
    request: async () => ['authorize', { payment: { cash: true }, amount: { value: 10.5 } }],
  },
]
