/** A request that failed. `type` is that of the API's table of errors, or one of the console's own. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly type: string
  /** The member that is wrong, such as `amount.value`. */
  readonly field: string | null
  readonly requestId: string | null
  /** The body of the response. */
  readonly body: unknown

  constructor(init: Pick<ApiError, 'status' | 'type' | 'message'> & Partial<ApiError>) {
    super(init.message)
    this.status = init.status
    this.type = init.type
    this.field = init.field ?? null
    this.requestId = init.requestId ?? null
    this.body = init.body ?? null
  }

  /** Whether a write may have taken effect: the response is missing, or the gateway itself failed. */
  get isOutcomeUnknown(): boolean {
    return this.type === 'unreachable' || this.status >= 500 || this.type === 'idempotency_in_progress'
  }
}

/** No response. */
export const unreachable = (): ApiError => new ApiError({ status: 0, type: 'unreachable', message: '' })

type Failure = {
  readonly requestId?: string
  readonly errors?: readonly { readonly type: string; readonly message: { text: string; field: string | null } }[]
  /** Problem details of RFC 9457. */
  readonly type?: string
  readonly detail?: string
}

/** Reads the body of a failed response: the API's envelope or problem details. Other bodies leave the status. */
export const toApiError = (status: number, body: unknown): ApiError => {
  const { requestId, errors, type, detail } = (body ?? {}) as Failure
  const [first] = errors ?? []
  return new ApiError({
    status,
    type: first?.type ?? type?.split('/').at(-1)?.replaceAll('-', '_') ?? `http_${status}`,
    message: first?.message.text ?? detail ?? '',
    field: first?.message.field ?? null,
    requestId: requestId ?? null,
    body,
  })
}
