/** A token, and what may be displayed of its card. */
export type SluiceToken = { token: string; network: string; last4: string; expiry: string }

/** A token is valid for 15 minutes; the last one is a safety margin. */
const LIFE_MS = 14 * 60_000

/**
 * Stores a token as the value of a form control while it is valid.
 *
 * @returns a function that returns the stored token, after storing the given one or removing it for null
 */
export const tokenFormValue = (internals: ElementInternals): ((token?: SluiceToken | null) => SluiceToken | null) => {
  let held: SluiceToken | null = null
  let endMs = 0

  // Timers pause with the page, so the clock is checked too.
  return function hold(token = Date.now() < endMs ? held : null) {
    if (token !== held) {
      held = token
      // No state for the browser to restore on back navigation.
      internals.setFormValue(token && token.token, '')
      endMs = Date.now() + LIFE_MS
      setTimeout(hold, LIFE_MS)
    }
    return held
  }
}
