import type { TerminalEvent } from '../../store/terminals/terminalEvents.ts'
import type { Session } from '../session/session.ts'
import { decodeTerminalEvent, encodeTerminalEvent } from './storedTerminalEvent.ts'
import type { StoredTerminalEvent } from './storedTerminalEvent.ts'
import { decodeResult, encodeResult } from './storedResult.ts'
import type { LastResult, StoredResult } from './storedResult.ts'
import { decodeSession, encodeSession } from './storedSession.ts'
import type { StoredSession } from './storedSession.ts'

/** Everything a terminal's object stores, by storage key. Keys never change: deployed objects have them. */
interface Stored {
  readonly session: StoredSession
  readonly last: StoredResult
  readonly news: readonly StoredTerminalEvent[]
  /** The presence that was published last. */
  readonly told: PresenceState
  /** When the device was last active on an ended connection: milliseconds since 1970, by the platform's clock. */
  readonly lost: number
  /** The device has logged in at least once. */
  readonly seen: true
  /** A simulated terminal that was set offline. */
  readonly offline: true
}

export type PresenceState = 'online' | 'offline'

/** Typed access to a terminal object's storage. Converts between stored forms and domain types. */
export class TerminalStorage {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  get session(): Session | null {
    const stored = this.#get('session')
    return stored === undefined ? null : decodeSession(stored)
  }

  set session(session: Session | null) {
    this.#set('session', session === null ? undefined : encodeSession(session))
  }

  get lastResult(): LastResult | null {
    const stored = this.#get('last')
    return stored === undefined ? null : decodeResult(stored)
  }

  set lastResult(last: LastResult) {
    this.#set('last', encodeResult(last))
  }

  /** Oldest first. */
  get pendingEvents(): readonly TerminalEvent[] {
    return (this.#get('news') ?? []).map(decodeTerminalEvent)
  }

  set pendingEvents(events: readonly TerminalEvent[]) {
    this.#set('news', events.length === 0 ? undefined : events.map(encodeTerminalEvent))
  }

  get publishedPresence(): PresenceState | null {
    return this.#get('told') ?? null
  }

  set publishedPresence(presence: PresenceState) {
    this.#set('told', presence)
  }

  get disconnectedSince(): number | null {
    return this.#get('lost') ?? null
  }

  set disconnectedSince(at: number | null) {
    this.#set('lost', at ?? undefined)
  }

  get hasLoggedIn(): boolean {
    return this.#get('seen') !== undefined
  }

  recordLogin(): void {
    this.#set('seen', true)
  }

  get isSimulatedOffline(): boolean {
    return this.#get('offline') !== undefined
  }

  set isSimulatedOffline(isOffline: boolean) {
    this.#set('offline', isOffline || undefined)
  }

  deleteAll(): Promise<void> {
    return this.#storage.deleteAll()
  }

  #get<Name extends keyof Stored>(name: Name): Stored[Name] | undefined {
    return this.#storage.kv.get<Stored[Name]>(name)
  }

  #set<Name extends keyof Stored>(name: Name, value: Stored[Name] | undefined): void {
    if (value === undefined) this.#storage.kv.delete(name)
    else this.#storage.kv.put(name, value)
  }
}
