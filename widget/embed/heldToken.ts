/** What a card became: the token to pay with, and what may be shown of the card. */
export type SluiceToken = { token: string; network: string; last4: string; expiry: string }

/** A token lives 15 minutes; it is not used in its last one. */
const LIFE_MS = 14 * 60_000

/** Holds a token as the value of a form control for as long as it is good. */
export const holdToken = (
  internals: ElementInternals,
): { get: () => SluiceToken | undefined; set: (token?: SluiceToken) => void } => {
  let held: SluiceToken | undefined
  let endMs = 0

  const set = (token?: SluiceToken): void => {
    held = token
    // The second value is what the browser keeps for going back: nothing.
    internals.setFormValue(token?.token ?? null, '')
    if (!token) return
    endMs = Date.now() + LIFE_MS
    setTimeout(get, LIFE_MS)
  }
  // Timers sleep with the page, so the clock is asked too.
  const get = (): SluiceToken | undefined => {
    if (Date.now() >= endMs) set()
    return held
  }
  return { get, set }
}
