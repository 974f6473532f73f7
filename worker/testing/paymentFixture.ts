import {
  authorizeTransaction,
  captureTransaction,
  creditTransaction,
  voidTransaction as voidEndpoint,
} from '#contract/transactions'
import { authorize } from '../domain/transactions/authorize.ts'
import { capture } from '../domain/transactions/capture.ts'
import { credit } from '../domain/transactions/credit.ts'
import { getTransaction } from '../domain/transactions/get.ts'
import { recoverPendingOperations } from '../domain/transactions/recoverPendingOperations.ts'
import { voidTransaction } from '../domain/transactions/void.ts'
import { createIds } from '../domain/ids.ts'
import { domainFixture } from './domainFixture.ts'
import { card } from './given.ts'
import type { MerchantOptions } from './merchant.ts'
import { inputOf } from './verbs.ts'

/** An answer as a client reads it: amounts are plain numbers. */
export interface PaymentAnswer {
  readonly transactionId: string
  readonly responseCode: string | null
  readonly [member: string]: unknown
}

/** A row of `operations`, with what tests look at. */
export interface OperationColumns {
  readonly id: number
  readonly type: string
  readonly status: string
  readonly amount: number
  readonly responseCode: string | null
  readonly released: number
  readonly attempts: number
  readonly due: number | null
}

/** The body of an authorize of 10.50 by an approving card. */
export const saleOf = (value = 10.5, more: object = {}) => ({
  payment: { creditCard: card() },
  amount: { value },
  ...more,
})

const read = async (answer: Promise<unknown>) => JSON.parse(JSON.stringify(await answer)) as PaymentAnswer

/** Transaction ids of which each is above the one before, also in one millisecond: operations sort by them. */
const ascendingIds = () => {
  const ids = createIds({ clock: () => Date.now() })
  let last = 0
  const transactionId = (nowMs: number): string => {
    let id = ids.transactionId(nowMs)
    for (let ahead = 1; Number(id) <= last; ahead++) id = ids.transactionId(nowMs + ahead)
    last = Number(id)
    return id
  }
  return { ...ids, transactionId }
}

/** A domain fixture whose verbs take the bodies that clients send and return the answers that clients read. */
export const paymentFixture = async (options: MerchantOptions = {}) => {
  const fixture = await domainFixture(options)
  const { merchant } = fixture
  const ids = ascendingIds()
  const services = () => ({ ...fixture.services(), ids })
  const sweepServices = () => ({ ...fixture.sweepServices(), ids })
  const authorizeBy = async (body: object = saleOf(), by = services()) =>
    read(authorize(inputOf(authorizeTransaction, body), by))
  const captureOf = async (transactionId: string, more: object = {}, by = services()) =>
    read(capture(inputOf(captureTransaction, { transactionId, ...more }), by))
  const operations = async () =>
    (await merchant.rows(
      `SELECT id, type, status, amount, responseCode, released, attempts, due FROM operations
       WHERE account = ? ORDER BY id`,
      merchant.id,
    )) as OperationColumns[]

  return {
    ...fixture,
    services,
    sweepServices,
    authorize: authorizeBy,
    /** The id of a new authorization. */
    authorized: async (value?: number) => (await authorizeBy(saleOf(value))).transactionId,
    capture: captureOf,
    /** The ids of a new payment and of the capture of all of it. */
    captured: async (value?: number) => {
      const payment = (await authorizeBy(saleOf(value))).transactionId
      return { payment, capture: (await captureOf(payment)).transactionId }
    },
    void: async (transactionId: string, more: object = {}, by = services()) =>
      read(voidTransaction(inputOf(voidEndpoint, { transactionId, ...more }), by)),
    /** A refund where the body names a payment, else an unreferenced credit. */
    credit: async (body: object, by = services()) => read(credit(inputOf(creditTransaction, body), by)),
    refund: async (payment: string, value?: number, by = services()) =>
      read(
        credit(
          inputOf(creditTransaction, {
            referenceTransactionId: Number(payment),
            ...(value === undefined ? {} : { amount: { value } }),
          }),
          by,
        ),
      ),
    shown: (id: string) => read(getTransaction(id, services())),
    recover: () => recoverPendingOperations(sweepServices()),
    /** All operations of the account, the oldest first. */
    operations,
    /** Type, status, amount and released amount of each operation, the oldest first. */
    operationStates: async () =>
      (await operations()).map(({ type, status, amount, released }) => [type, status, amount, released]),
  }
}

export type PaymentFixture = Awaited<ReturnType<typeof paymentFixture>>
