import type { SessionState } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { TerminalEvent } from '../../store/terminals/terminalEvents.ts'

interface EventMembers {
  readonly type: TerminalEvent['type']
  readonly occasion: string
  /** Milliseconds since 1970, by the gateway's clock. */
  readonly at: number
  readonly requestId: string | null
  readonly status: TerminalState
  readonly session: { readonly transactionId: string; readonly state: SessionState } | null
}

/** An event not yet in the database. Version 1 has the same members and no version number. */
export interface StoredTerminalEvent extends EventMembers {
  readonly version: 2
}

const members = ({ type, occasion, at, requestId, status, session }: EventMembers): EventMembers => ({
  type,
  occasion,
  at,
  requestId,
  status,
  session: session && { transactionId: session.transactionId, state: session.state },
})

export const encodeTerminalEvent = (event: TerminalEvent): StoredTerminalEvent => ({ version: 2, ...members(event) })

export const decodeTerminalEvent = (stored: EventMembers): TerminalEvent => members(stored)
