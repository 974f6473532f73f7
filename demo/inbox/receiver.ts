import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../shop/response.ts'
import { ANSWERS, type AnswerName, type Told } from './responses.ts'
import type { Deliveries } from './deliveries.ts'
import type { Summary } from './delivery.ts'
import { complaintAbout } from './signature.ts'

/** A request as it came. */
export type Received = {
  headers: IncomingHttpHeaders
  body: string
  /** Aborted when whoever sent it does not wait for the answer any longer. */
  hungUp: AbortSignal
}

export type ReceiverSettings = {
  deliveries: Deliveries
  /** What the gateway signs with; null as long as this shop was not told. */
  secret: () => string | null
  told: () => Told
  /** Something is to be seen: a delivery that came, or that was answered. */
  onChange: (summary: Summary) => void
  /** Waits so many milliseconds, and throws when the signal aborts before. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Does not keep the process alive: a shop that is asked to end has nothing to wait for. */
const sleepUnlessHungUp = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false })

const headersOf: Partial<Record<AnswerName, (told: Told) => Record<string, string>>> = {
  busy: ({ seconds }) => ({ 'retry-after': String(seconds) }),
}

/**
 * Receives webhooks: keeps what came, says whether the gateway signed it, and answers as it was told. What is not signed is refused with 400;
 * as long as there is no secret everything is put off with 503, so that nothing gets lost.
 */
export const createReceiver = ({
  deliveries,
  secret: findSecret,
  told: findTold,
  onChange,
  sleep = sleepUnlessHungUp,
}: ReceiverSettings) => {
  /** What to answer, once it is time to. */
  const decide = async (complaint: string | null, { hungUp }: Received): Promise<Answer> => {
    if (complaint !== null) return { status: 400 }
    const told = findTold()
    if (told.answer === 'slow') await sleep(told.seconds * 1000, hungUp)
    return { status: ANSWERS[told.answer].status, headers: headersOf[told.answer]?.(told) ?? {} }
  }

  return async (request: Received): Promise<Answer> => {
    const secret = findSecret()
    if (secret === null) return { status: 503 }
    const received = Date.now()
    const complaint = complaintAbout(request.body, request.headers, secret)
    const summary = deliveries.add(request, { complaint, received })
    onChange(summary)
    const answer = await decide(complaint, request).catch((error: unknown) => {
      if (request.hungUp.aborted) return null
      throw error
    })
    deliveries.answer(summary, { status: answer?.status ?? null, afterMs: Date.now() - received })
    onChange(summary)
    // Nobody hears this one.
    return answer ?? { status: 499 }
  }
}

export type Receiver = ReturnType<typeof createReceiver>
