import { toErrorItem } from '#contract/errors/toErrorItem'
import type { OutcomeErrorDetail } from '#contract/errors/toErrorItem'
import type { ErrorDetail } from '#contract/errors/apiError'

/** The result of a handler: the members of the response schema except requestId, and how to send them. */
export interface ApiResult {
  readonly errors: readonly (ErrorDetail | OutcomeErrorDetail)[] | null
  /** A file instead of JSON: its media type with charset, and its content. Replaces all members. */
  readonly text?: { readonly type: string; readonly body: string }
  /** Further response headers, such as Link. */
  readonly headers?: Readonly<Record<string, string>>
  /** The requestId of the first request with the same Idempotency-Key, if this is its response. */
  readonly replayOf?: string
}

/** What a response contains of its request. */
export interface ResponseContext {
  readonly requestId: string
  /** Scheme, host and port that the client used. */
  readonly baseUrl: string
}

/** The body of a JSON response: the envelope with its error items. */
export const toBody = (
  { text: _text, headers: _headers, replayOf, errors, ...members }: ApiResult,
  { requestId, baseUrl }: ResponseContext,
): Readonly<Record<string, unknown>> => ({
  requestId: replayOf ?? requestId,
  ...members,
  errors: errors?.map((fault) => toErrorItem(fault, baseUrl)) ?? null,
})

/** A response that is ready to be sent. */
export interface SentResponse {
  readonly response: Response
  /** The requestId of the first request, if this response repeats it. */
  readonly replayOf: string | null
}

export const jsonResponse = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

export const toResponse = (result: ApiResult, context: ResponseContext): SentResponse => {
  const { text, headers = {}, replayOf = null } = result
  const response =
    text === undefined
      ? jsonResponse(JSON.stringify(toBody(result, context)))
      : new Response(text.body, { headers: { 'content-type': text.type } })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return { response, replayOf }
}
