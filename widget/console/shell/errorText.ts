import { ApiError } from '../api/apiError.ts'
import { shellTexts } from './texts.ts'

/** What a person can do about an error. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return shellTexts.otherError
  return shellTexts.errors[error.type] ?? (error.message || shellTexts.otherError)
}
