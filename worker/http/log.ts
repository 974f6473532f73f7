import type { ErrorType } from '#contract/errors/errorTypes'
import type { Warning } from '../domain/warning.ts'

/** Everything that a log line may hold. There is no free text in it, so there is no road for a body to take. */
export interface LogLine {
  readonly requestId: string
  readonly clientRequestId: string | null
  readonly route: string
  readonly method: string
  readonly status: number
  readonly key: string | null
  readonly account: string | null
  readonly ms: number
  readonly d1: number
  readonly errors: readonly ErrorType[]
  /** Members that the contract does not know, masked. */
  readonly unknownMembers: readonly string[]
  /** What was let through and should perhaps not have come. */
  readonly warnings: readonly Warning[]
  /** The request whose answer was given again, under its Idempotency-Key. */
  readonly replayOf: string | null
  /** Name and place of an exception that was no refusal. Never its message, which may quote what was sent. */
  readonly exception: string | null
}

export type Log = (line: LogLine) => void

/** One JSON line for each request, for the platform's own log pipeline. */
export const consoleLog: Log = (line) => console.log(JSON.stringify(line))

/** A client's own request id, if it is one that may be logged: short, plain, and without a run of digits that could be a card. */
export const loggableId = (header: string | null): string | null =>
  header !== null && /^[0-9A-Za-z._:-]{1,64}$/.test(header) && !/[0-9]{9}/.test(header.replace(/[._:-]/g, ''))
    ? header
    : null

/** Where an exception came from, without its words. */
export const placeOf = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return typeof thrown
  // The stack begins with "name: message", and a message may have lines that look like frames.
  const { message, stack = '' } = thrown
  const trace = stack.slice(message === '' ? 0 : stack.indexOf(`: ${message}`) + 2 + message.length)
  const frames = trace.split('\n').filter((frame) => /^\s+at /.test(frame))
  return [thrown.name, ...frames.slice(0, 4).map((frame) => frame.trim())].join(' ')
}
