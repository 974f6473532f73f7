import type { SessionState } from '#contract/device'
import type { TerminalState } from '#contract/terminals'
import { announceReaderNews } from '../store/terminals/terminals.ts'
import type { TerminalOfAccount } from '../store/terminals/terminals.ts'
import type { ReaderNews } from '../store/terminals/terminalEvents.ts'
import type { ReaderAccount } from './readerAccount.ts'

/** Steps of a payment that follow one another so soon are written down together. */
const gatherMs = 1_000

/**
 * What a reader's object has seen, on its way into the books, and to the account's webhooks from there. It is stored with whatever has
 * changed, so that neither stands without the other, and stays stored until the books have it; to write it down twice does nothing. No
 * payment waits for that.
 */
export class Announcer {
  readonly #storage: DurableObjectStorage
  readonly #account: ReaderAccount
  readonly #written: (known: TerminalOfAccount | null) => Promise<void>
  #writing: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | null = null

  /** @param written called when the books have more of it, with the terminal as they have it */
  constructor(
    { storage }: Pick<DurableObjectState, 'storage'>,
    account: ReaderAccount,
    written: (known: TerminalOfAccount | null) => Promise<void>,
  ) {
    this.#storage = storage
    this.#account = account
    this.#written = written
  }

  /** What the books do not have yet, oldest first. */
  get news(): readonly ReaderNews[] {
    return this.#storage.kv.get<readonly ReaderNews[]>('news') ?? []
  }

  /** The reader came or went. `requestId` is that of a test which made it so. */
  tellPresence(is: 'online' | 'offline', status: TerminalState, requestId: string | null): void {
    this.#tell({ type: `terminal.${is}`, occasion: crypto.randomUUID(), requestId, status, session: null })
    void this.now()
  }

  /** A payment came so far, which it does once. Where it goes on, and the reader is busy, that waits a moment for what follows. */
  tellStep(transactionId: string, state: SessionState, status: TerminalState): void {
    this.#tell({
      type: 'terminal.session_updated',
      occasion: `${transactionId}:${state}`,
      requestId: null,
      status,
      session: { transactionId, state },
    })
    if (status === 'busy') this.#timer ??= setTimeout(() => void this.now(), gatherMs)
    else void this.now()
  }

  /** The books have it. */
  forget(written: readonly ReaderNews[]): void {
    const isWritten = new Set(written.map(({ type, occasion }) => `${type}:${occasion}`))
    const left = this.news.filter(({ type, occasion }) => !isWritten.has(`${type}:${occasion}`))
    if (left.length > 0) this.#storage.kv.put('news', left)
    else this.#storage.kv.delete('news')
  }

  /** Writes all of it down. Never fails: what the books have not taken is still there. */
  now(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return (this.#writing = this.#writing.then(() => this.#write()))
  }

  /** The account's webhooks look for what is new, whoever wrote it down. Nobody waits for them. */
  wakeEndpoints(known: TerminalOfAccount): void {
    void this.#account.services(known).endpoints.wakeAll()
  }

  #tell(fresh: Omit<ReaderNews, 'at'>): void {
    this.#storage.kv.put('news', [...this.news, { ...fresh, at: this.#account.gatewayNow }])
  }

  async #write(): Promise<void> {
    const { news } = this
    if (news.length === 0) return
    try {
      const known = await announceReaderNews({ database: this.#account.database }, this.#account.terminal, news)
      this.forget(news)
      if (known !== null) this.wakeEndpoints(known)
      await this.#written(known)
    } catch (thrown) {
      console.warn(JSON.stringify({ reader: 'not announced', exception: thrown instanceof Error ? thrown.name : null }))
    }
  }
}
