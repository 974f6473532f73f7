import type { SessionState } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import { insertTerminalEvents } from '../../store/terminals/terminals.ts'
import type { TerminalWithAccount } from '../../store/terminals/terminals.ts'
import type { TerminalEvent } from '../../store/terminals/terminalEvents.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import type { PresenceState, TerminalStorage } from '../stored/terminalStorage.ts'

/** Session steps within this time are written in one batch. */
const batchWindowMs = 1_000

/**
 * Transactional outbox of a terminal's events. An event is stored in the object together with its change, and removed once the database
 * has it; writing it twice has no effect. Payments do not wait for these writes.
 */
export class EventOutbox {
  readonly #storage: TerminalStorage
  readonly #account: TerminalAccount
  readonly #onWritten: (record: TerminalWithAccount | null) => Promise<void>
  #writing: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param onWritten called after each write with the terminal's current row */
  constructor(
    storage: TerminalStorage,
    account: TerminalAccount,
    onWritten: (record: TerminalWithAccount | null) => Promise<void>,
  ) {
    this.#storage = storage
    this.#account = account
    this.#onWritten = onWritten
  }

  /** Events not yet in the database, oldest first. */
  get pending(): readonly TerminalEvent[] {
    return this.#storage.pendingEvents
  }

  /** @param requestId of the request that simulates the change; null for a real device */
  addPresence(presence: PresenceState, status: TerminalState, requestId: string | null): void {
    this.#append({ type: `terminal.${presence}`, occasion: crypto.randomUUID(), requestId, status, session: null })
    void this.flush()
  }

  /** A session reaches each state once. While the session is open, steps are collected for `batchWindowMs`. */
  addSessionStep(transactionId: string, state: SessionState, status: TerminalState): void {
    this.#append({
      type: 'terminal.session_updated',
      occasion: `${transactionId}:${state}`,
      requestId: null,
      status,
      session: { transactionId, state },
    })
    if (status === 'busy') this.#timer ??= setTimeout(() => void this.flush(), batchWindowMs)
    else void this.flush()
  }

  /** Removes events that are in the database. */
  discard(written: readonly TerminalEvent[]): void {
    const isWritten = new Set(written.map(({ type, occasion }) => `${type}:${occasion}`))
    this.#storage.pendingEvents = this.pending.filter(({ type, occasion }) => !isWritten.has(`${type}:${occasion}`))
  }

  /** Writes all pending events. Never rejects: events that were not written stay stored. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return (this.#writing = this.#writing.then(() => this.#write()))
  }

  /** Wakes the account's webhook endpoints without awaiting them. */
  wakeEndpoints(record: TerminalWithAccount): void {
    void this.#account.services(record).endpoints.wakeAll()
  }

  #append(event: Omit<TerminalEvent, 'at'>): void {
    this.#storage.pendingEvents = [...this.pending, { ...event, at: this.#account.gatewayNow }]
  }

  async #write(): Promise<void> {
    const events = this.pending
    if (events.length === 0) return
    try {
      const record = await insertTerminalEvents({ database: this.#account.database }, this.#account.terminalId, events)
      this.discard(events)
      if (record !== null) this.wakeEndpoints(record)
      await this.#onWritten(record)
    } catch (thrown) {
      console.warn(
        JSON.stringify({ terminal: 'events not written', exception: thrown instanceof Error ? thrown.name : null }),
      )
    }
  }
}
