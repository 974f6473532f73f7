import * as v from 'valibot'
import { randomBase62 } from '#contract/encoding/bytes'
import { createCheckout as checkoutEndpoint } from '#contract/checkouts/checkouts'
import { payBody } from '#contract/checkouts/pay'
import { addWalletEntry as walletEndpoint, createCustomer as customerEndpoint } from '#contract/customers/customers'
import { createSubscription as planEndpoint } from '#contract/plans/plans'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import {
  createCustomerSubscription as subscriptionEndpoint,
  updateCustomerSubscription as changeEndpoint,
} from '#contract/subscriptions/subscriptions'
import { createTerminal as terminalEndpoint } from '#contract/terminals/terminals'
import { createToken as tokenEndpoint } from '#contract/tokens/tokens'
import {
  authorizeTransaction,
  captureTransaction,
  creditTransaction,
  saleTransaction,
  voidTransaction as voidEndpoint,
} from '#contract/transactions/transactions'
import { createWebhook as webhookEndpoint } from '#contract/webhooks/webhooks'
import type { RequestServices } from '../../../app/requestServices.ts'
import { cancelCheckout } from '../../../domain/checkouts/cancel.ts'
import { createCheckout } from '../../../domain/checkouts/create.ts'
import { findCheckout } from '../../../domain/checkouts/get.ts'
import { mintNonce } from '../../../domain/checkouts/pay/nonce.ts'
import { payCheckout } from '../../../domain/checkouts/pay/pay.ts'
import { addWalletEntry } from '../../../domain/customers/addWalletEntry.ts'
import { createCustomer } from '../../../domain/customers/create.ts'
import { createPlan } from '../../../domain/plans/create.ts'
import { cancelSubscription } from '../../../domain/subscriptions/cancel.ts'
import { createSubscription } from '../../../domain/subscriptions/create.ts'
import { updateSubscription } from '../../../domain/subscriptions/update.ts'
import { createTerminal } from '../../../domain/terminals/create.ts'
import { createToken } from '../../../domain/tokens/create.ts'
import { authorize } from '../../../domain/transactions/authorize.ts'
import { capture } from '../../../domain/transactions/capture.ts'
import { credit } from '../../../domain/transactions/credit.ts'
import { sale } from '../../../domain/transactions/sale.ts'
import { voidTransaction } from '../../../domain/transactions/void.ts'
import { registerWebhook } from '../../../domain/webhooks/register.ts'
import type { YearGateway } from './gateway.ts'

const parse = <Schema extends v.GenericSchema>(schema: Schema, body: object): v.InferOutput<Schema> =>
  v.parse(schema, parseKeepingNumbers(JSON.stringify(body)))

const input = <Schema extends v.GenericSchema>(endpoint: { readonly body?: Schema }, body: object) =>
  parse(endpoint.body!, body)

/** Checkouts with ids of the seeded generator: the domain's are secrets. */
const withSeededIds = (services: RequestServices, { random }: YearGateway) => {
  let id = ''
  const checkouts: RequestServices['checkouts'] = {
    ...services.checkouts,
    insert: (row) => {
      id = services.caller.shard + randomBase62(22, random.bytes)
      return services.checkouts.insert({ ...row, id })
    },
  }
  return { services: { ...services, checkouts }, id: () => id }
}

/** Requests of the shop and its shoppers: bodies as of the API, passed to the domain as routes do. */
export const shopRequests = (gateway: YearGateway) => {
  const { services } = gateway
  return {
    authorize: async (body: object) => authorize(input(authorizeTransaction, body), await services()),
    sale: async (body: object) => sale(input(saleTransaction, body), await services()),
    capture: async (body: object) => capture(input(captureTransaction, body), await services()),
    void: async (transactionId: string) => voidTransaction(input(voidEndpoint, { transactionId }), await services()),
    /** A refund. */
    credit: async (body: object) => credit(input(creditTransaction, body), await services()),
    /** The id of a new checkout. */
    createCheckout: async (body: object): Promise<string> => {
      const seeded = withSeededIds(await services(), gateway)
      await createCheckout(input(checkoutEndpoint, body), seeded.services)
      return seeded.id()
    },
    cancelCheckout: async (id: string) => cancelCheckout(id, await services()),
    /** One attempt of a shopper. */
    payCheckout: async (id: string, { payment, answers }: { payment: object; answers: object }) => {
      const made = await services()
      const body = { nonce: await mintNonce(id, made), locale: 'en', payment, answers }
      return payCheckout(await findCheckout(id, made), parse(payBody(), body), made)
    },
    /** The id of a new customer. */
    createCustomer: async (body: object): Promise<string> =>
      (await createCustomer(input(customerEndpoint, body), await services())).customers[0]!.id,
    /** The id of a new payment method. */
    storeCard: async (customer: string, creditCard: object): Promise<string> => {
      const made = await services()
      const { token } = await createToken(input(tokenEndpoint, { creditCard }), made)
      return (await addWalletEntry(customer, input(walletEndpoint, { token }), made)).wallet[0]!.id
    },
    /** The id of a new plan. */
    createPlan: async (body: object): Promise<string> =>
      (await createPlan(input(planEndpoint, body), await services())).subscriptions[0]!.id,
    /** The id of a new subscription. */
    subscribe: async (customer: string, body: object): Promise<string> =>
      (await createSubscription(customer, input(subscriptionEndpoint, body), await services()))
        .customerSubscriptions[0]!.customerSubscriptionId,
    changeSubscription: async (customer: string, id: string, body: object) =>
      updateSubscription({ Customer: customer, Subscription: id }, input(changeEndpoint, body), await services()),
    cancelSubscription: async (customer: string, id: string) =>
      cancelSubscription({ Customer: customer, Subscription: id }, await services()),
    /** The id of a new terminal. */
    createTerminal: async (body: object): Promise<string> =>
      (await createTerminal(input(terminalEndpoint, body), await services())).terminals[0]!.id,
    registerWebhook: async (url: string) => {
      await registerWebhook(
        input(webhookEndpoint, { url, enabled: true, subscribedEvents: null, headers: null }),
        await services(),
      )
      await gateway.readKey()
    },
  }
}

export type ShopRequests = ReturnType<typeof shopRequests>
