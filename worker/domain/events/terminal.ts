import type { Configuration } from '#contract/terminals'
import type { EventRow } from '../../store/events/events.ts'
import type { TerminalSnapshot } from '../../store/terminals/terminalEvents.ts'
import { shownTerminal } from '../terminals/shown.ts'

/** A terminal as its event shows it, with the payment at it where that is what the event tells of. */
export const shownTerminalOf = ({ snapshot }: Pick<EventRow, 'snapshot'>) => {
  const { configuration, status, session, ...terminal } = JSON.parse(snapshot) as TerminalSnapshot
  return {
    ...shownTerminal({ ...terminal, configuration: JSON.parse(configuration) as Configuration }, status),
    ...(session && { session }),
  }
}
