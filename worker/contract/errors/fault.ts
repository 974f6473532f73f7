import type { ErrorType } from './errorTypes.ts'

export type Details = Readonly<Record<string, unknown>>

/**
 * The message of a failed schema check: the error type, then its details as JSON. Valibot's messages are strings, and issues.ts parses them
 * again when it converts issues to error items.
 */
export const fault = (type: ErrorType, details?: Details): string =>
  details === undefined ? type : `${type} ${JSON.stringify(details)}`

export const readFault = (message: string): { type: string; details: Details | null } => {
  const space = message.indexOf(' ')
  if (space === -1) return { type: message, details: null }
  return { type: message.slice(0, space), details: JSON.parse(message.slice(space + 1)) as Details }
}
