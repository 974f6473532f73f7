import type { ErrorType } from './errorTypes.ts'
import { errors } from './errorTypes.ts'
import type { Details } from './fault.ts'

/** An item of an API error: its type, the dotted path of the member (or null), and details for programs. */
export interface ErrorDetail {
  readonly type: ErrorType
  readonly field?: string | null
  readonly details?: Details | null
}

/** Rejects a request that had no effect. Thrown in every layer, converted to a response in http/response/errors.ts. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly items: readonly [ErrorDetail, ...ErrorDetail[]]
  /** For a repeated request under an Idempotency-Key: the requestId of the first request, which was rejected with the same error. */
  readonly replayOf: string | null = null

  constructor(...items: readonly [ErrorDetail, ...ErrorDetail[]]) {
    super(items.map(({ type }) => type).join(', '))
    this.items = items
  }

  /** HTTP status of the first item. All items of an error have the same status. */
  get status(): number {
    return errors[this.items[0].type].status
  }

  /** The same error as a replay of the request with this id. */
  asReplayOf(requestId: string): ApiError {
    return Object.assign(new ApiError(...this.items), { replayOf: requestId })
  }
}

export const apiError = (type: ErrorType, more: Omit<ErrorDetail, 'type'> = {}): ApiError =>
  new ApiError({ type, ...more })

/**
 * The error's text with its field and details, and a question if `details.nearest` has the name that the client may have meant. `whole` is
 * the subject of an error without a field.
 */
export const errorText = ({ type, field, details }: ErrorDetail, whole = 'The body'): string => {
  const text = errors[type].text.replace(/\{([A-Za-z]+)\}/g, (_match, name: string) =>
    name === 'field' ? (field ?? whole) : String(details?.[name] ?? 'value'),
  )
  return typeof details?.['nearest'] === 'string' ? `${text} Did you mean \`${details['nearest']}\`?` : text
}
