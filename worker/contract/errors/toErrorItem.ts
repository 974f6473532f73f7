import type { ErrorItem } from './envelope.ts'
import type { ErrorDetail } from './apiError.ts'
import { errorText } from './apiError.ts'

/** An error item of an approved or declined outcome, with its own text and code. */
export interface OutcomeErrorDetail extends ErrorDetail {
  readonly text: string
  readonly code: string
}

/**
 * Converts an error to its item in the response.
 *
 * @param baseUrl scheme, host and port of the gateway as the client used them, or '' outside of a request
 */
export const toErrorItem = (fault: ErrorDetail | OutcomeErrorDetail, baseUrl: string): ErrorItem => ({
  type: fault.type,
  message: {
    text: 'text' in fault ? fault.text : errorText(fault),
    field: fault.field ?? null,
    code: 'code' in fault ? fault.code : fault.type,
    docs: `${baseUrl}/errors#${fault.type}`,
    details: fault.details ? { ...fault.details } : null,
  },
})
