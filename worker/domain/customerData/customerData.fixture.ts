import { authorizeTransaction } from '#contract/transactions/transactions'
import type { BillingFixture } from '../../testing/fixtures/billingFixture.ts'
import { asJson, parseInput } from '../../testing/domainCalls.ts'
import { authorize } from '../transactions/authorize.ts'

export const unknownId = '01890000-0000-7000-8000-000000000000'
export const customerNotFound = [{ type: 'not_found', details: { resource: 'customer' } }]
export const ada = {
  firstName: 'Ada',
  emailAddress: 'ada@example.com',
  merchantIdentifier: 'C-1',
  metadata: { tier: 'gold' },
}
const order = { referenceObject: 'Invoice', referenceObjectId: 7, total: 10.5, billTo: { name: 'Ada Lovelace' } }

export const pay = async ({ services }: BillingFixture, stored: object, more: object = {}) =>
  asJson(
    await authorize(
      parseInput(authorizeTransaction, { payment: { stored }, amount: { value: 10.5 }, order, ...more }),
      services(),
    ),
  )
