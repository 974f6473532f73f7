import { ApiError } from '../api/apiError.ts'

type Item = {
  readonly type: string
  readonly message: { readonly text: string; readonly field: string | null; readonly details: object | null }
}

/** What the API found wrong with a member of a request. */
export type FieldError = { readonly type: string; readonly text: string; readonly details: object | null }

/** The errors of a response by member, such as `allowedOrigins[1]`. */
export const fieldErrors = (error: unknown): ReadonlyMap<string, FieldError> => {
  if (!(error instanceof ApiError)) return new Map()
  const { errors } = (error.body ?? {}) as { readonly errors?: readonly Item[] | null }
  return new Map(
    (errors ?? []).flatMap(({ type, message: { text, field, details } }) =>
      field === null ? [] : [[field, { type, text, details }] as const],
    ),
  )
}
