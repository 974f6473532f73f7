import type { Delivery } from '../delivery.ts'

/** Posts an action to the shop's server. Returns an error text, or '' on success. */
export const post = async (form: Record<string, string>): Promise<string> => {
  try {
    const response = await fetch('/inbox', { method: 'POST', body: new URLSearchParams(form) })
    if (!response.ok) return `The shop returned ${response.status}.`
    return ((await response.json()) as { error: string }).error
  } catch {
    return 'Can’t reach the shop. Is it running?'
  }
}

/** The full delivery; undefined if the shop no longer stores it. */
export const readDelivery = async (number: number): Promise<Delivery | undefined> => {
  const response = await fetch(`/inbox/${number}`).catch(() => undefined)
  return response?.ok ? ((await response.json()) as Delivery) : undefined
}
