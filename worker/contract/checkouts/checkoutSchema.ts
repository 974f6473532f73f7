import * as v from 'valibot'
import { responseInteger } from '../schema/numbers.ts'

/** States of a checkout. `processing` while a payment is in progress. */
export const checkoutStates = ['open', 'processing', 'completed', 'expired', 'canceled'] as const

/**
 * A checkout.
 *
 * - `transactionId`: of the payment; null before the first attempt
 * - `discountCode`, `shippingOption`: what the shopper chose; null before the payment
 * - `customer`, `subscription`: ids of the created or referenced resources
 * - `metadata`: the shopper's input in the merchant's custom fields
 * - `phone`: the shopper's telephone number
 * - `consents`: what the shopper agreed to
 * - `receipt`: state of the email with the receipt
 */
export const checkout = () => ({
  url: v.string(),
  id: v.string(),
  status: v.picklist(checkoutStates),
  reason: v.nullable(v.picklist(['merchant', 'too_many_declines'])),
  transactionId: v.nullable(v.string()),
  customer: v.nullable(v.string()),
  subscription: v.nullable(v.string()),
  total: v.number(),
  currency: responseInteger(),
  discountCode: v.nullable(v.string()),
  shippingOption: v.nullable(v.string()),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
  phone: v.nullable(v.string()),
  consents: v.nullable(
    v.array(v.object({ name: v.string(), text: v.string(), accepted: v.boolean(), at: v.string() })),
  ),
  receipt: v.picklist(['none', 'due', 'sent', 'failed']),
  created: v.string(),
  expiresAt: v.string(),
})
