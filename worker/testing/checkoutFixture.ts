import * as v from 'valibot'
import { payBody } from '#contract/checkout/pay'
import { createCheckout as createCheckoutEndpoint } from '#contract/checkouts'
import { parseKeepingNumbers } from '#contract/rawJson'
import { createCheckout } from '../domain/checkouts/create.ts'
import { findCheckout } from '../domain/checkouts/get.ts'
import { mintNonce } from '../domain/checkouts/nonce.ts'
import { payCheckout } from '../domain/checkouts/pay.ts'
import type { DomainFixture } from './domainFixture.ts'
import { card } from './given.ts'
import { inputOf } from './verbs.ts'

/** The id of a new checkout. */
export const newCheckout = async ({ services }: DomainFixture, body: object = { total: 26.25 }): Promise<string> =>
  (await createCheckout(inputOf(createCheckoutEndpoint, body), services())).id

/** A name for an attempt to pay, as the page gets it. */
export const nonceOf = ({ services }: DomainFixture, id: string) => mintNonce(id, services())

export interface Attempt {
  readonly nonce?: string
  readonly payment?: object
  readonly answers?: object
}

/** One request of a shopper to pay. */
export const pay = async (
  fixture: DomainFixture,
  id: string,
  { nonce, payment = { creditCard: card() }, answers = {} }: Attempt = {},
) => {
  const services = fixture.services()
  const body = { nonce: nonce ?? (await nonceOf(fixture, id)), locale: 'en', payment, answers }
  return payCheckout(
    await findCheckout(id, services),
    v.parse(payBody(), parseKeepingNumbers(JSON.stringify(body))),
    services,
  )
}

/** All rows of a table that belong to the account. */
export const rowsOf = ({ merchant }: DomainFixture, table: string) =>
  merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, merchant.id)
