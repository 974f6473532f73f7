import type { SessionState } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import { announceReaderNews } from '../../store/terminals/terminals.ts'
import type { TerminalOfAccount } from '../../store/terminals/terminals.ts'
import type { ReaderNews } from '../../store/terminals/terminalEvents.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import type { PresenceState, TerminalStorage } from '../stored/terminalStorage.ts'

/** Steps of a session that follow one another within this time are written in one batch. */
const gatherMs = 1_000

/**
 * Writes the events of a terminal to the database. An event is stored in the object together with the change that it is about, and stays
 * stored until the database has it; writing it twice has no effect. No payment waits for that.
 */
export class Announcer {
  readonly #storage: TerminalStorage
  readonly #account: TerminalAccount
  readonly #onWritten: (known: TerminalOfAccount | null) => Promise<void>
  #writing: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param onWritten called after each write, with the terminal as the database has it */
  constructor(
    storage: TerminalStorage,
    account: TerminalAccount,
    onWritten: (known: TerminalOfAccount | null) => Promise<void>,
  ) {
    this.#storage = storage
    this.#account = account
    this.#onWritten = onWritten
  }

  /** Events that the database does not have yet, oldest first. */
  get pending(): readonly ReaderNews[] {
    return this.#storage.pendingEvents
  }

  /** @param requestId of the request that simulates it; null where the device itself came or went */
  announcePresence(presence: PresenceState, status: TerminalState, requestId: string | null): void {
    this.#append({ type: `terminal.${presence}`, occasion: crypto.randomUUID(), requestId, status, session: null })
    void this.flush()
  }

  /** A session reaches each state once. While it goes on, its step waits a moment for the next one. */
  announceStep(transactionId: string, state: SessionState, status: TerminalState): void {
    this.#append({
      type: 'terminal.session_updated',
      occasion: `${transactionId}:${state}`,
      requestId: null,
      status,
      session: { transactionId, state },
    })
    if (status === 'busy') this.#timer ??= setTimeout(() => void this.flush(), gatherMs)
    else void this.flush()
  }

  /** Removes events that the database has. */
  discard(written: readonly ReaderNews[]): void {
    const isWritten = new Set(written.map(({ type, occasion }) => `${type}:${occasion}`))
    this.#storage.pendingEvents = this.pending.filter(({ type, occasion }) => !isWritten.has(`${type}:${occasion}`))
  }

  /** Writes all of them. Never fails: what was not written stays stored. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return (this.#writing = this.#writing.then(() => this.#write()))
  }

  /** Wakes the account's webhook endpoints, without waiting for them. */
  wakeEndpoints(known: TerminalOfAccount): void {
    void this.#account.services(known).endpoints.wakeAll()
  }

  #append(fresh: Omit<ReaderNews, 'at'>): void {
    this.#storage.pendingEvents = [...this.pending, { ...fresh, at: this.#account.gatewayNow }]
  }

  async #write(): Promise<void> {
    const { pending: news } = this
    if (news.length === 0) return
    try {
      const known = await announceReaderNews({ database: this.#account.database }, this.#account.terminalId, news)
      this.discard(news)
      if (known !== null) this.wakeEndpoints(known)
      await this.#onWritten(known)
    } catch (thrown) {
      console.warn(JSON.stringify({ reader: 'not announced', exception: thrown instanceof Error ? thrown.name : null }))
    }
  }
}
