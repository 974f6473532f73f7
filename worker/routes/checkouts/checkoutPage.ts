import { orderBody } from '#contract/checkouts/order'
import type { OrderResponse, ShownOrder } from '#contract/checkouts/order'
import { payBody, attemptStateBody, removeBody } from '#contract/checkouts/pay'
import { apiError } from '#contract/errors/apiError'
import { mintNonce } from '../../domain/checkouts/pay/nonce.ts'
import { attemptResult, payCheckout } from '../../domain/checkouts/pay/pay.ts'
import type { PayResult } from '../../domain/checkouts/pay/pay.ts'
import { sendReceipt } from '../../domain/checkouts/completion/receipt.ts'
import { isValidReceiptKey } from '../../domain/checkouts/page/receiptKey.ts'
import { removeSavedMethod } from '../../domain/checkouts/page/removeSavedMethod.ts'
import { toCheckoutView } from '../../domain/checkouts/page/view.ts'
import { toResponse } from '../../http/response/response.ts'
import type { ApiResult } from '../../http/response/response.ts'
import type { App } from '../../http/app.ts'
import { handleRequest } from '../../http/handleRequest.ts'
import type { RequestContext } from '../../http/handleRequest.ts'
import { validateBody } from '../../http/body/validate.ts'
import { openCheckoutSession, requireCheckoutSession } from '../../http/auth/checkoutSession.ts'
import type { CheckoutSession } from '../../http/auth/checkoutSession.ts'
import { countWrongCode } from '../../http/rateLimits/rateLimit.ts'
import { readReceiptCookie, receiptCookie } from '../../http/receiptCookie.ts'
import { changeOrder } from '../../domain/checkouts/price/changeOrder.ts'
import { noChoices } from '../../domain/checkouts/price/priceOrder.ts'
import { quoteOrder } from '../../domain/checkouts/price/quotedOrder.ts'
import type { QuotedOrder } from '../../domain/checkouts/price/quotedOrder.ts'
import { checkoutPage as draw } from '../../pages/checkout/checkoutPage.ts'
import { shownOrder } from '../../pages/checkout/order/shownOrder.ts'
import { startCountryCode } from '../../pages/checkout/startCountry.ts'
import { missingPage, unavailablePage } from '../../pages/checkout/withoutCheckout.ts'

/** What the page shows of an order, in its language. Null if the checkout has expired since the order was priced. */
const toShownOrder = async (
  { pricing, quote }: QuotedOrder,
  { found, services }: CheckoutSession,
  { assets, locale }: { readonly assets: Fetcher; readonly locale: string },
): Promise<ShownOrder | null> => {
  const view = toCheckoutView(found, services, 'anybody', pricing)
  return view.order === null ? null : shownOrder(view, locale, assets, quote)
}

/** The response with the state of an attempt, and an order with other figures than the shopper saw. */
const stateResponse = async (
  { state, receiptKey, repriced }: PayResult,
  session: CheckoutSession,
  context: RequestContext,
  page: { readonly assets: Fetcher; readonly locale: string },
): Promise<Response> => {
  const order = repriced && (await toShownOrder(repriced, session, page))
  const hasExpired = repriced !== null && order === null
  const body = hasExpired ? { status: 'expired' } : { ...state, ...(order && { order }) }
  const { response } = toResponse({ ...body, errors: null }, context)
  if (receiptKey !== null) response.headers.set('set-cookie', receiptCookie(receiptKey, session.found.checkout))
  return response
}

/** Serves the hosted checkout and the requests of its page. No API key: the checkout's id is the credential. */
export const checkoutPage = ({ hono, gateway }: App): void => {
  hono.get('/checkout/:id', ({ req, env }) => {
    const isolateGateway = gateway(env)
    const failurePage = (status: number) => unavailablePage(req.raw, env.ASSETS, status)
    return handleRequest(
      req.raw,
      { name: 'checkoutPage', errorFormat: 'envelope', failurePage },
      isolateGateway,
      async (context) => {
        const session = await openCheckoutSession(req.param('id'), 'pages', context, isolateGateway)
        if (session === null) return missingPage(req.raw, env.ASSETS)
        const { found, services } = session
        const nonce = await mintNonce(found.checkout.id, services)
        const isShopper = await isValidReceiptKey(found, readReceiptCookie(req.raw), services)
        const country = startCountryCode({ ...found.checkout.offer, ...found.checkout }, req.raw)
        const { state } = found.checkout.offer.prefill.address
        const quoted = await quoteOrder(found.checkout, noChoices, { country, state }, services)
        const view = toCheckoutView(found, services, isShopper ? 'shopper' : 'anybody', quoted?.pricing)
        return draw(view, req.raw, env.ASSETS, nonce, quoted?.quote)
      },
    )
  })

  hono.post('/checkout/:id/pay', ({ req, env, executionCtx }) => {
    const isolateGateway = gateway(env)
    const waitUntil = (work: Promise<unknown>) => executionCtx.waitUntil(work)
    const paid = async (context: RequestContext): Promise<Response> => {
      const session = await requireCheckoutSession(req.param('id'), 'tokens', context, isolateGateway)
      const { found, services } = session
      const body = await validateBody(payBody(), context, services.account.settings)
      const paying = payCheckout(found, body, services)
      // The payment continues if the shopper disconnects.
      waitUntil(paying.catch(() => undefined))
      const result = await paying
      // If this fails, the sweep sends the receipt.
      if (result.receiptDue) waitUntil(sendReceipt(found.checkout.id, services).catch(() => undefined))
      if (result.isWrongCode) await countWrongCode(services.account, context, isolateGateway)
      return stateResponse(result, session, context, { assets: env.ASSETS, locale: body.locale })
    }
    return handleRequest(req.raw, { name: 'payCheckout', errorFormat: 'envelope' }, isolateGateway, paid, waitUntil)
  })

  hono.post('/checkout/:id/remove', ({ req, env, executionCtx }) => {
    const isolateGateway = gateway(env)
    const remove = async (context: RequestContext): Promise<Response> => {
      const { found, services } = await requireCheckoutSession(req.param('id'), 'tokens', context, isolateGateway)
      const body = await validateBody(removeBody(), context, services.account.settings)
      const removed = { saved: await removeSavedMethod(found, body, services), errors: null }
      return toResponse(removed, context).response
    }
    return handleRequest(
      req.raw,
      { name: 'removeSavedMethod', errorFormat: 'envelope' },
      isolateGateway,
      remove,
      (work) => executionCtx.waitUntil(work),
    )
  })

  hono.post('/checkout/:id/order', ({ req, env, executionCtx }) => {
    const isolateGateway = gateway(env)
    const price = async (context: RequestContext): Promise<Response> => {
      // Before the session, since codes are limited as attempts to pay are: a code can be guessed.
      const body = await validateBody(orderBody(), context, { cardNumbersInText: 'refuse' })
      const limit = body.code === '' ? 'pages' : 'tokens'
      const session = await requireCheckoutSession(req.param('id'), limit, context, isolateGateway)
      const quoted = await changeOrder(session.found, body, session.services)
      const order = await toShownOrder(quoted, session, { assets: env.ASSETS, locale: body.locale })
      if (order === null) throw apiError('checkout_closed', { details: { state: 'expired' } })
      const result: ApiResult & OrderResponse = { order, errors: null }
      return toResponse(result, context).response
    }
    return handleRequest(req.raw, { name: 'orderCheckout', errorFormat: 'envelope' }, isolateGateway, price, (work) =>
      executionCtx.waitUntil(work),
    )
  })

  hono.post('/checkout/:id/state', ({ req, env, executionCtx }) => {
    const isolateGateway = gateway(env)
    const state = async (context: RequestContext): Promise<Response> => {
      const session = await requireCheckoutSession(req.param('id'), 'pages', context, isolateGateway)
      const { nonce } = await validateBody(attemptStateBody(), context, session.services.account.settings)
      const result = await attemptResult(session.found, nonce, session.services)
      return stateResponse(result, session, context, { assets: env.ASSETS, locale: '' })
    }
    return handleRequest(req.raw, { name: 'checkoutState', errorFormat: 'envelope' }, isolateGateway, state, (work) =>
      executionCtx.waitUntil(work),
    )
  })
}
