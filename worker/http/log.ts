import type { ErrorType } from '#contract/errors/errorTypes'
import type { Warning } from '../domain/warning.ts'
import type { DatabaseFailure } from '../store/sql/failures.ts'
import type { NewAttention } from '../store/transactions/attention.ts'

/** All members of a log line. There is no free text, so no part of a body can get into the log. */
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
  /** Unknown members of the body that were ignored, masked. */
  readonly ignoredMembers: readonly string[]
  /** Requests that were accepted but look wrong. */
  readonly warnings: readonly Warning[]
  /** The requestId of the first request with the same Idempotency-Key. */
  readonly replayOf: string | null
  /** The latest failure of the database, even if a repetition succeeded. */
  readonly database: DatabaseFailure | null
  /** Name and stack of an unexpected exception, without its message, which may quote the request. */
  readonly exception: string | null
}

export type Log = (line: LogLine) => void

/** Writes one JSON line at error level: a person has to look up an operation at the processor. It has ids, and no data of a payment. */
export const logAttention = ({
  attentionReason,
  id,
  transactionId,
  type,
  attempts,
  account,
  mode,
}: NewAttention): void =>
  console.error(
    JSON.stringify({
      attention: attentionReason,
      operation: String(id),
      type,
      transactionId: String(transactionId),
      account,
      mode,
      attempts,
    }),
  )

/** Writes one JSON line per request for the platform's log pipeline. */
export const consoleLog: Log = (line) => console.log(JSON.stringify(line))

/** The client's request id, if it is short, plain and contains no digits that could be a card number. */
export const loggableId = (header: string | null): string | null =>
  header !== null && /^[0-9A-Za-z._:-]{1,64}$/.test(header) && !/[0-9]{9}/.test(header.replace(/[._:-]/g, ''))
    ? header
    : null

/** The stack of an exception, without its message. */
export const redactedStack = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return typeof thrown
  // The stack begins with "name: message", and the message may contain lines that look like frames.
  const { message, stack = '' } = thrown
  const trace = stack.slice(message === '' ? 0 : stack.indexOf(`: ${message}`) + 2 + message.length)
  const frames = trace.split('\n').filter((frame) => /^\s+at /.test(frame))
  return [thrown.name, ...frames.slice(0, 4).map((frame) => frame.trim())].join(' ')
}
