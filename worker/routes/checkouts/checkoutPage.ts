import { payBody, stateBody } from '#contract/checkouts/pay'
import type { TryState } from '#contract/checkouts/page'
import { mintNonce } from '../../domain/checkouts/pay/nonce.ts'
import { payCheckout } from '../../domain/checkouts/pay/pay.ts'
import { sendReceipt } from '../../domain/checkouts/completion/receipt.ts'
import { tryState } from '../../domain/checkouts/pay/attemptState.ts'
import { viewOf } from '../../domain/checkouts/page/view.ts'
import { send } from '../../http/response/response.ts'
import type { App } from '../../http/app.ts'
import { exchange } from '../../http/handleRequest.ts'
import type { Exchange } from '../../http/handleRequest.ts'
import { validateBody } from '../../http/body/validate.ts'
import { visit, visitFromPage } from '../../http/auth/checkoutSession.ts'
import { checkoutPage as draw } from '../../pages/checkout/checkoutPage.ts'
import { missingPage, unavailablePage } from '../../pages/checkout/withoutCheckout.ts'

const answer = (state: TryState, going: Exchange): Response => send({ ...state, errors: null }, going).response

/** The hosted checkout: its page, and what that asks for. No key: who has the id may see, and pay, what it is for. */
export const checkoutPage = ({ hono, gateway }: App): void => {
  hono.get('/checkout/:id', ({ req, env }) => {
    const wired = gateway(env)
    const failurePage = (status: number) => unavailablePage(req.raw, env.ASSETS, status)
    return exchange(req.raw, { name: 'checkoutPage', regime: 'envelope', failurePage }, wired, async (going) => {
      const visiting = await visit(req.param('id'), going, wired)
      if (visiting === null) return missingPage(req.raw, env.ASSETS)
      const { found, services } = visiting
      const nonce = await mintNonce(found.checkout.id, services)
      return draw(viewOf(found, services), req.raw, env.ASSETS, nonce)
    })
  })

  hono.post('/checkout/:id/pay', (context) => {
    const { req, env, executionCtx } = context
    const wired = gateway(env)
    const outlive = (work: Promise<unknown>) => executionCtx.waitUntil(work)
    const paid = async (going: Exchange): Promise<Response> => {
      const { found, services } = await visitFromPage(req.param('id'), going, wired)
      const body = await validateBody(payBody(), req.raw)
      const paying = payCheckout(found, body, services)
      // The payment goes on when the shopper hangs up.
      outlive(paying.catch(() => undefined))
      const { state, receiptDue } = await paying
      // Where that fails the sweep sends it.
      if (receiptDue) outlive(sendReceipt(found.checkout.id, services).catch(() => undefined))
      return answer(state, going)
    }
    return exchange(req.raw, { name: 'payCheckout', regime: 'envelope' }, wired, paid, outlive)
  })

  hono.post('/checkout/:id/state', ({ req, env, executionCtx }) => {
    const wired = gateway(env)
    const looked = async (going: Exchange): Promise<Response> => {
      const { found, services } = await visitFromPage(req.param('id'), going, wired)
      const { nonce } = await validateBody(stateBody(), req.raw)
      return answer(await tryState(found, nonce, services), going)
    }
    return exchange(req.raw, { name: 'checkoutState', regime: 'envelope' }, wired, looked, (work) =>
      executionCtx.waitUntil(work),
    )
  })
}
