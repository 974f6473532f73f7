import type { AttemptState } from '#contract/checkouts/page'

/** Result of a request to the gateway. */
export type GatewayResponse<State = AttemptState> =
  | { readonly kind: 'state'; readonly state: State }
  /** Invalid or rate limited (4xx), without effect. */
  | { readonly kind: 'rejected'; readonly status: number; readonly errors: unknown }
  /** Server error (5xx): the outcome is unknown. */
  | { readonly kind: 'failed' }
  /** No response: the outcome is unknown. */
  | { readonly kind: 'lost' }

const TIMEOUT_MS = 15_000

/** Posts to a checkout of the gateway that served this page. Never throws. */
export const requestCheckout = async <State = AttemptState>(
  checkout: string,
  action: 'pay' | 'state' | 'order' | 'remove',
  body: object,
): Promise<GatewayResponse<State>> => {
  try {
    const response = await fetch(`/checkout/${checkout}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      // The response sets the cookie of the receipt.
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 500) return { kind: 'failed' }
    const json = (await response.json()) as State & { errors?: unknown }
    return response.ok
      ? { kind: 'state', state: json }
      : { kind: 'rejected', status: response.status, errors: json.errors }
  } catch {
    return { kind: 'lost' }
  }
}
