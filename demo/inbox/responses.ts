/**
 * How the inbox may be told to answer what the gateway has signed, and what the gateway makes of that. Whatever is not signed gets 400, no
 * matter what it was told.
 */
export const ANSWERS = {
  ok: { status: 200, title: 'OK', about: 'Answers at once: the event is delivered.' },
  fail: {
    status: 500,
    title: 'Fail',
    about:
      'Loses the event. The gateway tries again: after 5 seconds, 5 minutes, 30 minutes, and so on, for three days.',
  },
  busy: { status: 503, title: 'Busy', about: 'Asks by Retry-After to be left alone. The next try comes no earlier.' },
  slow: { status: 200, title: 'Slow', about: 'Answers late. The gateway waits 15 seconds, and then tries again.' },
  gone: { status: 410, title: 'Gone', about: 'The gateway switches this webhook off, and delivers no more to it.' },
} as const

export type AnswerName = keyof typeof ANSWERS
export const ANSWER_NAMES = Object.keys(ANSWERS) as AnswerName[]

/** Those that take a number of seconds, and what stands behind it. */
export const TIMED: Readonly<Partial<Record<AnswerName, string>>> = {
  busy: 'seconds in Retry-After',
  slow: 'seconds until the answer',
}

/** How the inbox answers now. */
export type Told = { answer: AnswerName; seconds: number }

export const FIRST_TOLD: Told = { answer: 'ok', seconds: 20 }
export const MOST_SECONDS = 60

/** What a form says of how to answer; undefined where it is none of the table. */
export const readTold = (answer: string | null, seconds: string | null): Told | undefined => {
  const name = ANSWER_NAMES.find((name) => name === answer)
  const count = Number(seconds)
  if (!name || !Number.isInteger(count) || count < 1 || count > MOST_SECONDS) return undefined
  return { answer: name, seconds: count }
}
