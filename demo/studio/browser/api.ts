import type { CheckoutResult } from '../checkouts.ts'

/** Requests a checkout from the shop's server, which creates it at the gateway. */
export const requestCheckout = async (form: Record<string, string>): Promise<CheckoutResult> => {
  try {
    const response = await fetch('/studio', { method: 'POST', body: new URLSearchParams(form) })
    if (response.ok) return (await response.json()) as CheckoutResult
    return { errors: [{ member: '', text: 'The checkout could not be created. Is the gateway running?' }] }
  } catch {
    return { errors: [{ member: '', text: 'Can’t reach the shop. Is it running?' }] }
  }
}
