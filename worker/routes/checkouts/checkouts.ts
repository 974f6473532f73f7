import { listCheckouts as listCheckoutsEndpoint } from '#contract/checkouts/checkoutList'
import {
  cancelCheckout as cancelCheckoutEndpoint,
  createCheckout as createCheckoutEndpoint,
  getCheckout as getCheckoutEndpoint,
  sendReceipt,
} from '#contract/checkouts/checkouts'
import { cancelCheckout } from '../../domain/checkouts/cancel.ts'
import { createCheckout } from '../../domain/checkouts/create.ts'
import { getCheckout } from '../../domain/checkouts/get.ts'
import { listCheckouts } from '../../domain/checkouts/list.ts'
import { resendReceipt } from '../../domain/checkouts/completion/resendReceipt.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const checkouts = (app: App): void => {
  serve(app, createCheckoutEndpoint, async ({ body }, services) => {
    const created = await createCheckout(body, services)
    services.noteCheckout(created.id)
    return created
  })
  serve(app, listCheckoutsEndpoint, ({ query }, services) => listCheckouts(query, services))
  serve(app, getCheckoutEndpoint, ({ params }, services) => getCheckout(params.Checkout, services))
  serve(app, cancelCheckoutEndpoint, ({ params }, services) => cancelCheckout(params.Checkout, services))
  serve(app, sendReceipt, ({ params, body }, services) => resendReceipt(params.Checkout, body, services))
}
