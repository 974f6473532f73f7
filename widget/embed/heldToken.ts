/** What a card became: the token to pay with, and what may be shown of the card. */
export type SluiceToken = { token: string; network: string; last4: string; expiry: string }

/** A token lives 15 minutes; it is not used in its last one. */
const LIFE_MS = 14 * 60_000

/**
 * Holds a token as the value of a form control for as long as it is good.
 *
 * @returns a function that answers the token that is held: that which it is given, or none for null
 */
export const holdToken = (internals: ElementInternals): ((token?: SluiceToken | null) => SluiceToken | null) => {
  let held: SluiceToken | null = null
  let endMs = 0

  // Timers sleep with the page, so the clock is asked too.
  return function hold(token = Date.now() < endMs ? held : null) {
    if (token !== held) {
      held = token
      // The second value is what the browser keeps for going back: nothing.
      internals.setFormValue(token && token.token, '')
      endMs = Date.now() + LIFE_MS
      setTimeout(hold, LIFE_MS)
    }
    return held
  }
}
