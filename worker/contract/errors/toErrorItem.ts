import type { ErrorItem } from './envelope.ts'
import type { Fault } from './apiError.ts'
import { faultText } from './apiError.ts'

/** An error item of an approved or declined outcome, with its own text and code. */
export interface OutcomeFault extends Fault {
  readonly text: string
  readonly code: string
}

/**
 * Converts an error to its item in the response.
 *
 * @param baseUrl scheme, host and port of the gateway as the client used them, or '' outside of a request
 */
export const errorItem = (fault: Fault | OutcomeFault, baseUrl: string): ErrorItem => ({
  type: fault.type,
  message: {
    text: 'text' in fault ? fault.text : faultText(fault),
    field: fault.field ?? null,
    code: 'code' in fault ? fault.code : fault.type,
    docs: `${baseUrl}/errors#${fault.type}`,
    details: fault.details ? { ...fault.details } : null,
  },
})
