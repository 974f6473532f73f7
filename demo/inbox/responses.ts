/**
 * The responses that the inbox can return to signed deliveries, and how the gateway reacts. Unsigned deliveries always get 400.
 */
export const RESPONSES = {
  ok: { status: 200, title: 'OK', about: 'Responds immediately. The event is delivered.' },
  fail: {
    status: 500,
    title: 'Fail',
    about: 'The delivery fails. The gateway retries after 5 seconds, 5 minutes, 30 minutes and so on, for three days.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    about: 'Sends Retry-After. The gateway waits at least that long before it retries.',
  },
  slow: { status: 200, title: 'Slow', about: 'Responds late. The gateway times out after 15 seconds and retries.' },
  gone: { status: 410, title: 'Gone', about: 'The gateway disables this webhook and stops deliveries.' },
} as const

export type ResponseName = keyof typeof RESPONSES
export const RESPONSE_NAMES = Object.keys(RESPONSES) as ResponseName[]

/** Responses with a number of seconds, and the label behind the number. */
export const TIMED: Readonly<Partial<Record<ResponseName, string>>> = {
  busy: 'seconds in Retry-After',
  slow: 'seconds delay',
}

/** The selected response. */
export type ResponseSetting = { response: ResponseName; seconds: number }

export const INITIAL_SETTING: ResponseSetting = { response: 'ok', seconds: 20 }
export const MAX_SECONDS = 60

/** Parses the form of the response setting; undefined if it is invalid. */
export const readSetting = (response: string | null, seconds: string | null): ResponseSetting | undefined => {
  const name = RESPONSE_NAMES.find((name) => name === response)
  const count = Number(seconds)
  if (!name || !Number.isInteger(count) || count < 1 || count > MAX_SECONDS) return undefined
  return { response: name, seconds: count }
}
