import type { SessionState } from '#contract/terminals/device'
import { endingCodes, type SessionEvent, sessionTransitions } from '../../../terminals/session/transitions.ts'
import { type Edge, stateDiagram } from './states.ts'

const causes: Record<SessionEvent, string> = {
  sent: 'device logs in',
  received: 'device received it',
  card: 'card presented',
  approved: 'approved',
  declined: 'declined',
  unknown: 'no response, 68',
  cancel: 'shopper cancels',
  abort: 'merchant cancels',
  remove: 'terminal deleted',
  failure: 'device failed',
  undelivered: 'not received in 5 s',
  notPresented: 'no card in 60 s',
  tooLong: '120 s in all',
}

const withCode = (event: SessionEvent): string => {
  const code = (endingCodes as Partial<Record<SessionEvent, string>>)[event]
  return code === undefined ? causes[event] : `${causes[event]}, ${code}`
}

const edges = Object.entries(sessionTransitions).flatMap(([from, next]) =>
  Object.entries(next).map(([event, to]): Edge<SessionState> => [
    from as SessionState,
    to,
    withCode(event as SessionEvent),
  ]),
)

/** The cancellations are possible in all three states before the card. The drawing has them once, from the last. */
const isRepeated = ([from, to]: Edge<SessionState>): boolean =>
  (from === 'queued' || from === 'sent') && (to === 'canceled' || to === 'timed_out')

export const terminalSessionStates = stateDiagram<SessionState>(
  [[null, 'queued', 'device offline'], [null, 'sent', 'device online'], ...edges.filter((edge) => !isRepeated(edge))],
  { completed: 'success', declined: 'alert', failed: 'alert' },
)
