import type { IncomingHttpHeaders } from 'node:http'
import { readEventDetails, type Answered, type Delivery, type Summary } from './delivery.ts'

const maxDeliveries = 500
/** Attempts are counted longer than deliveries are stored, since the last retry comes days after the first. */
const maxCountedEvents = 10_000

/** Headers with secret values. A webhook may be registered with custom headers. */
const secretName = /authorization|cookie|key|password|secret|token/i
const mask = '••••'

const maskHeaders = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? mask : String(value)])

/** The last 500 deliveries, in memory. */
export const openDeliveries = () => {
  let stored: Delivery[] = []
  let last = 0
  const attempts = new Map<string, number>()

  /** Increments the attempts of an event, and evicts the least recently updated one. */
  const countAttempt = (id: string): number => {
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.delete(id)
    attempts.set(id, attempt)
    const [oldest] = attempts.keys()
    if (attempts.size > maxCountedEvents && oldest !== undefined) attempts.delete(oldest)
    return attempt
  }

  return {
    /** @param complaint why the signature is invalid: such a delivery does not count as an attempt */
    add: (
      { headers, body }: { headers: IncomingHttpHeaders; body: string },
      { complaint, received }: { complaint: string | null; received: number },
    ): Summary => {
      const id = String(headers['webhook-id'] ?? '')
      const summary: Summary = {
        ...readEventDetails(body),
        number: ++last,
        id,
        received,
        attempt: complaint === null ? countAttempt(id) : null,
        complaint,
        answered: null,
      }
      stored = [...stored, { summary, headers: maskHeaders(headers), body }].slice(-maxDeliveries)
      return summary
    },
    setResponse: (summary: Summary, answered: Answered): void => void (summary.answered = answered),
    find: (number: number): Delivery | undefined => stored.find(({ summary }) => summary.number === number),
    /** Newest first. */
    list: (): Summary[] => stored.map(({ summary }) => summary).toReversed(),
    /** Deletes the deliveries but keeps the attempt counts. */
    clear: (): void => void (stored = []),
  }
}

export type Deliveries = ReturnType<typeof openDeliveries>
