import type { ErrorType } from './errorTypes.ts'

export type Details = Readonly<Record<string, unknown>>

/**
 * What a schema says when a value does not fit: the error type, then its details as JSON. Schemas carry messages as text, and this
 * text is read back by `faultsOf` (issues.ts), the one place where issues of the schema library become errors of ours.
 */
export const fault = (type: ErrorType, details?: Details): string =>
  details === undefined ? type : `${type} ${JSON.stringify(details)}`

export const readFault = (message: string): { type: string; details: Details | null } => {
  const space = message.indexOf(' ')
  if (space === -1) return { type: message, details: null }
  return { type: message.slice(0, space), details: JSON.parse(message.slice(space + 1)) as Details }
}
