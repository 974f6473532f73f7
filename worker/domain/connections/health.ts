import { builtInConnection } from '#contract/connections/builtInConnection'
import type { ConnectionHealth } from '../../store/connections/connections.ts'
import type { ConnectionStore, ConnectionSweepStore } from '../../store/connections/connectionStore.ts'
import type { ConnectionRow } from '../../store/connections/connectionColumns.ts'
import type { Clock } from '../clock.ts'

/** The time in which one note of the same kind is enough. */
const noteIntervalMs = 60_000

type HealthTimes = Pick<ConnectionRow, 'lastSuccess' | 'lastFailure'>

/** The status of a connection, by its latest note. */
export const statusOf = ({ disabled, lastSuccess, lastFailure }: HealthTimes & Pick<ConnectionRow, 'disabled'>) => {
  if (disabled) return 'disabled'
  if (lastSuccess === null && lastFailure === null) return 'untested'
  return (lastFailure ?? 0) > (lastSuccess ?? 0) ? 'failing' : 'ok'
}

/** Whether a note is worth a write: a minute after the last one of its kind, or if the status changes. */
export const isHealthNoteDue = (
  { lastSuccess, lastFailure }: HealthTimes,
  health: ConnectionHealth,
  at: number,
): boolean => {
  const [same, other] = health === 'success' ? [lastSuccess, lastFailure] : [lastFailure, lastSuccess]
  return same === null || at - same >= noteIntervalMs || (other !== null && other >= same)
}

export interface NoteConnectionsNeeds {
  readonly connections: Pick<ConnectionSweepStore, 'noteHealths'>
  readonly realClock: Clock
}

/**
 * Notes which connections responded to a sweep, of any accounts. One round trip, none without a connection of an account. Writes at most once
 * a minute for each, as `noteConnection`. Never fails: a later sweep notes it again.
 *
 * @param healths by the id of the connection
 */
export const noteConnections = async (
  healths: ReadonlyMap<string, ConnectionHealth>,
  { connections, realClock }: NoteConnectionsNeeds,
): Promise<void> => {
  const notes = [...healths].flatMap(([id, health]) => (id === builtInConnection ? [] : [{ id, health }]))
  if (notes.length > 0)
    await connections.noteHealths(notes, { at: realClock.now(), intervalMs: noteIntervalMs }).catch(() => undefined)
}

export interface NoteConnectionNeeds {
  readonly connections: Pick<ConnectionStore, 'noteHealth'>
  /** Processors do not follow a test clock. */
  readonly realClock: Clock
}

/**
 * Notes that the processor of a connection answered (`success`), or could not be reached or rejected the credentials (`failure`). One round
 * trip if a note is due, else none.
 *
 * @param connection as it was last read, which may be some seconds ago
 */
export const noteConnection = async (
  connection: HealthTimes & Pick<ConnectionRow, 'id'>,
  health: ConnectionHealth,
  { connections, realClock }: NoteConnectionNeeds,
): Promise<void> => {
  const at = realClock.now()
  if (isHealthNoteDue(connection, health, at))
    await connections.noteHealth(connection.id, { health, at, intervalMs: noteIntervalMs })
}
