import type { TryState } from '#contract/checkouts/page'

/** What came of a question to the gateway. */
export type Answer =
  | { readonly kind: 'state'; readonly state: TryState }
  /** Nothing was done: the request was wrong, or one too many. */
  | { readonly kind: 'refused'; readonly status: number; readonly errors: unknown }
  /** An error of the gateway's: whether it did something, nobody knows. */
  | { readonly kind: 'failed' }
  /** No answer came. */
  | { readonly kind: 'lost' }

const TIMEOUT_MS = 15_000

/** Asks the gateway that served this page about one of its checkouts. Never throws. */
export const request = async (checkout: string, what: 'pay' | 'state', body: object): Promise<Answer> => {
  try {
    const response = await fetch(`/checkout/${checkout}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 500) return { kind: 'failed' }
    const json = (await response.json()) as TryState & { errors?: unknown }
    return response.ok
      ? { kind: 'state', state: json }
      : { kind: 'refused', status: response.status, errors: json.errors }
  } catch {
    return { kind: 'lost' }
  }
}
