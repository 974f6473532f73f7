import type { ErrorItem } from './envelope.ts'
import type { Fault } from './apiError.ts'
import { faultText } from './apiError.ts'

/** An error of an approved or declined outcome: as a fault, but with words of its own. */
export interface OutcomeFault extends Fault {
  readonly text: string
  readonly code: string
}

/**
 * An error as it is shown.
 *
 * @param baseUrl of the gateway: scheme, host and port that the client used, or '' where nobody asked
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
