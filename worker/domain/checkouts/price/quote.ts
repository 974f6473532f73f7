import type { PricedOrder } from '#contract/checkouts/order'
import type { FingerprintNeeds } from '../pay/nonce.ts'

/** A MAC of choices and figures: it proves that the gateway showed this order of this checkout. Nothing is stored. */
export const quoteOf = (checkout: string, order: PricedOrder, services: FingerprintNeeds): Promise<string> => {
  const { quantities, subtotal, discount, tax, surcharge, shipping, total, code, shippingOption } = order
  const parts = [quantities, subtotal, discount, tax, surcharge, shipping, total, code, shippingOption?.id ?? null]
  return services.requestFingerprint(`order/${checkout}/${JSON.stringify(parts)}`)
}
