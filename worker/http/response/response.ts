import { errorItem } from '#contract/errors/toErrorItem'
import type { OutcomeFault } from '#contract/errors/toErrorItem'
import type { Fault } from '#contract/errors/apiError'

/** What the business answers: the members of the answer's schema but requestId, its errors not yet printed, and how it is sent. */
export interface Answer {
  readonly errors: readonly (Fault | OutcomeFault)[] | null
  /** A file instead of JSON: its media type with charset, and all of it. No member of the schema is sent beside it. */
  readonly text?: { readonly type: string; readonly body: string }
  /** Further headers of the answer, such as Link. */
  readonly headers?: Readonly<Record<string, string>>
  /** The requestId of the request whose answer this is, given again to a repetition under its Idempotency-Key. */
  readonly replayOf?: string
}

/** What an answer needs to know of its request. */
export interface AnswerContext {
  readonly requestId: string
  /** Scheme, host and port that the client used. */
  readonly baseUrl: string
}

/** The body of a JSON answer: the envelope, with its errors printed. */
export const bodyOf = (
  { text: _text, headers: _headers, replayOf, errors, ...members }: Answer,
  { requestId, baseUrl }: AnswerContext,
): Readonly<Record<string, unknown>> => ({
  requestId: replayOf ?? requestId,
  ...members,
  errors: errors?.map((fault) => errorItem(fault, baseUrl)) ?? null,
})

/** An answer as it goes out. */
export interface Sent {
  readonly response: Response
  /** The requestId of the request whose answer it is, where that is not this one. */
  readonly replayOf: string | null
}

export const sendJson = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

export const send = (answer: Answer, context: AnswerContext): Sent => {
  const { text, headers = {}, replayOf = null } = answer
  const response =
    text === undefined
      ? sendJson(JSON.stringify(bodyOf(answer, context)))
      : new Response(text.body, { headers: { 'content-type': text.type } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return { response, replayOf }
}
