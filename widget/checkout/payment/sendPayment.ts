import type { PayBody } from '#contract/checkouts/page'
import { type GatewayResponse, requestCheckout } from './request.ts'

/** Sends an attempt once, with the card. No other function sends card data. submitPayment handles retries. */
export const sendPayment = (checkout: string, body: PayBody): Promise<GatewayResponse> =>
  requestCheckout(checkout, 'pay', body)
