import type { IncomingHttpHeaders } from 'node:http'
import { readAbout, type Answered, type Delivery, type Summary } from './delivery.ts'

const mostKept = 500
/** Attempts are still counted of events whose deliveries are long forgotten: the last try comes days after the first. */
const mostCounted = 10_000

/** Headers whose values are nobody's business, wherever they come from: a webhook may be registered with headers of its own. */
const secretName = /authorization|cookie|key|password|secret|token/i
const mask = '••••'

const shownHeaders = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? mask : String(value)])

/** What arrived: the last 500 deliveries, in memory alone. */
export const openDeliveries = () => {
  let kept: Delivery[] = []
  let last = 0
  const attempts = new Map<string, number>()

  /** One more of this event; those that have rested longest are forgotten first. */
  const countAttempt = (id: string): number => {
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.delete(id)
    attempts.set(id, attempt)
    const [oldest] = attempts.keys()
    if (attempts.size > mostCounted && oldest !== undefined) attempts.delete(oldest)
    return attempt
  }

  return {
    /** @param complaint why it is not verified: such a one is no attempt of the gateway's, whatever its id says */
    add: (
      { headers, body }: { headers: IncomingHttpHeaders; body: string },
      { complaint, received }: { complaint: string | null; received: number },
    ): Summary => {
      const id = String(headers['webhook-id'] ?? '')
      const summary: Summary = {
        ...readAbout(body),
        number: ++last,
        id,
        received,
        attempt: complaint === null ? countAttempt(id) : null,
        complaint,
        answered: null,
      }
      kept = [...kept, { summary, headers: shownHeaders(headers), body }].slice(-mostKept)
      return summary
    },
    answer: (summary: Summary, answered: Answered): void => void (summary.answered = answered),
    find: (number: number): Delivery | undefined => kept.find(({ summary }) => summary.number === number),
    /** The newest first. */
    list: (): Summary[] => kept.map(({ summary }) => summary).toReversed(),
    /** Forgets the deliveries. Their attempts still count. */
    clear: (): void => void (kept = []),
  }
}

export type Deliveries = ReturnType<typeof openDeliveries>
