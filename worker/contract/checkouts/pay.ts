import * as v from 'valibot'
import { NETWORK_NAMES } from '../card/networks.ts'
import { fault } from '../errors/fault.ts'
import { address, identifier, nullable, patterned, secret, text } from '../schema/fields.ts'
import { object, record } from '../schema/objects.ts'
import { shopperCard, shopperCheck } from '../transactions/payment.ts'

const methods = ['creditCard', 'check', 'wallet'] as const

/** A try’s name, made by the worker. */
const nonce = () => patterned(/^[0-9A-Za-z_-]*$/, 1, 64)

/** What is paid with: a card, a bank account, or a saved one of either. */
const pagePayment = () =>
  v.pipe(
    object({
      creditCard: v.optional(shopperCard()),
      preferredNetwork: nullable(v.picklist(NETWORK_NAMES)),
      check: v.optional(shopperCheck()),
      wallet: v.optional(identifier()),
      verificationValue: v.optional(secret(patterned(/^[0-9]*$/, 3, 4))),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const given = methods.filter((method) => dataset.value[method] !== undefined)
      if (given.length === 0) addIssue({ message: fault('payment_method_required') })
      if (given.length > 1) addIssue({ message: fault('payment_method_ambiguous', { given }) })
    }),
  )

/** Body of a try to pay. See `PayBody` of page.ts for what its page sends. */
export const payBody = () =>
  object({
    nonce: nonce(),
    locale: v.optional(text(0, 35), ''),
    payment: pagePayment(),
    answers: object({
      email: v.optional(text(0, 254), ''),
      shipTo: v.optional(address()),
      billTo: v.optional(address()),
      fields: v.optional(record(text(1, 40), text(0, 500)), {}),
      save: v.optional(v.boolean(), false),
    }),
  })
export type Pay = v.InferOutput<ReturnType<typeof payBody>>

/** Body of the question how a try stands. */
export const stateBody = () => object({ nonce: nonce() })
export type StateQuestion = v.InferOutput<ReturnType<typeof stateBody>>
