import { DurableObject } from 'cloudflare:workers'
import { closeCodes } from '#contract/terminals/device'
import type { SimulatedAction } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { PaymentMessage, TerminalRpc } from '../app/objects.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry } from '../store/sql/audit.ts'
import { markTerminalDeleted } from '../store/terminals/terminals.ts'
import type { TerminalWithAccount } from '../store/terminals/terminals.ts'
import { findTransaction } from '../store/transactions/transactions.ts'
import { ActiveSession } from './session/activeSession.ts'
import { EventOutbox } from './events/eventOutbox.ts'
import { closeConnection, connectionOf, Connections } from './connection/connections.ts'
import { DeviceMessages } from './connection/deviceMessages.ts'
import { Presence } from './connection/presence.ts'
import { TerminalAccount } from './terminalAccount.ts'
import { Serializer } from './serializer.ts'
import { deadlineOf, endingFor, newSession } from './session/session.ts'
import { behaviourOf } from './simulated/behaviours.ts'
import { SimulatedShopper } from './simulated/simulatedShopper.ts'
import { decodePayment } from './stored/storedPayment.ts'
import { TerminalStorage } from './stored/terminalStorage.ts'

/** After this time the alarm retries the write of pending events. */
const outboxRetryMs = 10_000

const gateways = memoizedGateway({})

/**
 * One object per terminal. It holds the device's connection (kept open by the platform while the object hibernates) and the open payment.
 * The object records the payment's outcome; the request that started it only waits.
 */
export class TerminalObject extends DurableObject<Bindings> implements TerminalRpc {
  readonly #storage: TerminalStorage
  readonly #account: TerminalAccount
  readonly #connections: Connections
  readonly #presence: Presence
  readonly #outbox: EventOutbox
  readonly #serializer = new Serializer()
  readonly #session: ActiveSession
  readonly #messages: DeviceMessages
  readonly #shopper: SimulatedShopper

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    const name = context.id.name ?? ''
    const storage = (this.#storage = new TerminalStorage(context.storage))
    const connections = (this.#connections = new Connections(context))
    const account = (this.#account = new TerminalAccount(name, () => this.gateway()))
    const outbox = (this.#outbox = new EventOutbox(storage, account, (record) => this.#onEventsWritten(record)))
    const serializer = this.#serializer
    const setAlarm = (): Promise<void> => this.#setAlarm()
    this.#presence = new Presence(storage, connections)
    const session = (this.#session = new ActiveSession({
      storage,
      account,
      connections,
      outbox,
      serializer,
      limits: () => this.gateway().limits,
      setAlarm,
      status: (simulated) => this.#status(simulated),
    }))
    this.#messages = new DeviceMessages({
      name,
      storage,
      account,
      connections,
      session,
      serializer,
      checkPresence: () => void this.#checkPresence(),
      setAlarm,
      close: (socket, code, reason) => this.#close(socket, code, reason),
    })
    this.#shopper = new SimulatedShopper({ account, session, serializer })
    // Restores a lost alarm: the local runtime keeps none over a restart.
    if (session.current !== null || outbox.pending.length > 0) void this.#setAlarm()
    void outbox.flush()
  }

  /** Overridden in tests with another clock and processor. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  // RPC from the gateway

  async pay({ opened, prompts, account, isAgain }: PaymentMessage): Promise<void> {
    const payment = decodePayment(opened)
    const id = String(payment.id)
    await this.#serializer.run(async () => {
      const hasEnded =
        this.#storage.lastResult?.result.session === id || (isAgain && !(await this.#isPending(payment.id, account)))
      if (this.#session.current?.id === id || hasEnded) return
      await this.#session.endIfLost(account)
      await this.#session.start(newSession(payment, prompts, 0), account)
    })
    const simulated = payment.columns.terminal?.simulated
    if (simulated != null) await this.#shopper.act(id, simulated)
    await this.#session.whenEnded(id)
  }

  async abort(id: string | null): Promise<'aborted' | 'processing' | 'none'> {
    return this.#serializer.run(async () => {
      const { current } = this.#session
      if (current === null || (id !== null && current.id !== id)) return 'none'
      return (await this.#session.end('abort')) ? 'aborted' : 'processing'
    })
  }

  /** Deletes the terminal, cancels its open payment, and deletes the object's storage. */
  async remove(audit: AuditEntry, account: KeyRecord['account']): Promise<'removed' | 'processing' | 'gone'> {
    return this.#serializer.run(async () => {
      const { current } = this.#session
      if (current !== null && endingFor(current, 'remove') === null) return 'processing'
      const record = await this.#account.load()
      if (record === null || record.isDeleted) return 'gone'
      const events = this.#outbox.pending
      const status = this.#status(record.terminal.simulated)
      await markTerminalDeleted(this.#account.scopeOf(account), record.terminal.id, audit, { events: events, status })
      this.#outbox.discard(events)
      this.#outbox.wakeEndpoints({ ...record, account })
      await this.#session.end('remove')
      this.#connections.closeDeleted()
      this.#account.cache(null)
      // Storage is kept as long as events are pending; the alarm writes them.
      await this.#outbox.flush()
      if (this.#outbox.pending.length === 0) await this.#storage.deleteAll()
      return 'removed'
    })
  }

  async status(simulated: string | null): Promise<TerminalState> {
    if (this.#checkPresence()) await this.#setAlarm()
    return this.#status(simulated)
  }

  #status(simulated: string | null): TerminalState {
    if (this.#session.current !== null) return 'busy'
    if (simulated !== null)
      return this.#storage.isSimulatedOffline ? 'offline' : (behaviourOf(simulated).status ?? 'online')
    if (!this.#storage.hasLoggedIn) return 'pending'
    return this.#presence.isOnline ? 'online' : 'offline'
  }

  /** Simulates the shopper. Every action but `offline` also brings an offline terminal back online. False if no payment waits for it. */
  async simulate(action: SimulatedAction, simulated: string, requestId: string): Promise<boolean> {
    const isOnline = action !== 'offline'
    const wasOnline = !this.#storage.isSimulatedOffline
    this.#storage.isSimulatedOffline = !isOnline
    // The presence of a terminal that is always offline does not change.
    if (isOnline !== wasOnline && behaviourOf(simulated).status !== 'offline') {
      this.#outbox.addPresence(isOnline ? 'online' : 'offline', this.#status(simulated), requestId)
      await this.#setAlarm()
    }
    if (!isOnline) return true
    const { current } = this.#session
    if (current?.state !== 'awaiting_card') return !wasOnline
    if (action === 'present') return this.#shopper.present(current.id)
    return this.#serializer.run(() => this.#session.end(action === 'cancel' ? 'cancel' : 'failure'))
  }

  async wake(clockOffsetMs: number): Promise<number | null> {
    this.#account.setClock(clockOffsetMs)
    await this.#serializer.run(() => this.#resume())
    const { current } = this.#session
    return current === null ? null : (deadlineOf(current)?.at ?? null)
  }

  // WebSocket

  override async fetch(): Promise<Response> {
    const response = this.#connections.accept()
    this.#checkPresence()
    await this.#setAlarm()
    return response
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    try {
      await this.#messages.onMessage(socket, data)
    } catch (thrown) {
      // The database failed. A closed device reconnects and repeats its message; an open one would wait without a response.
      await this.#close(socket, closeCodes.tryAgain, 'try again later')
      throw thrown
    }
  }

  /** The platform leaves the closing handshake to the object. Without it the device waits for its own time-out. */
  override async webSocketClose(socket: WebSocket, _code: number, _reason: string, wasClean: boolean): Promise<void> {
    if (connectionOf(socket).state === 'ready')
      this.#presence.recordDisconnect(wasClean ? Date.now() : this.#connections.lastSeenOn(socket))
    await this.#close(socket, 1000, 'closed by the device')
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 1006, '', false)
  }

  async #close(socket: WebSocket, code: number, reason: string): Promise<void> {
    closeConnection(socket, code, reason)
    this.#checkPresence()
    await this.#setAlarm()
  }

  /** Publishes a change of presence. Returns whether the alarm must be set again. */
  #checkPresence(): boolean {
    const presence = this.#presence.check()
    if (presence === 'online' || presence === 'offline') this.#outbox.addPresence(presence, this.#status(null), null)
    return presence !== null
  }

  // Alarm

  override async alarm(): Promise<void> {
    await this.#serializer.run(() => {
      this.#connections.closeUnauthenticated()
      return this.#resume()
    })
    await this.#outbox.flush()
  }

  async #resume(): Promise<void> {
    this.#checkPresence()
    await this.#session.resume()
  }

  /** Sets the single alarm to the earliest due time. An idle terminal has no alarm. */
  async #setAlarm(): Promise<void> {
    const next = Math.min(
      ...this.#connections.loginDeadlines,
      this.#session.due,
      this.#presence.due,
      this.#outbox.pending.length > 0 ? Date.now() + outboxRetryMs : Infinity,
    )
    if (next === Infinity) await this.ctx.storage.deleteAlarm()
    else await this.ctx.storage.setAlarm(next)
  }

  /**
   * Deletes the storage of a deleted terminal once its last event is written. So is that of a terminal without a row, whose registration was
   * withdrawn, or is later than the moment to which the database was restored: its device pairs again.
   */
  async #onEventsWritten(record: TerminalWithAccount | null): Promise<void> {
    if (record === null) this.#connections.closeDeleted()
    if (record?.isDeleted !== false && this.#session.current === null && this.#outbox.pending.length === 0)
      await this.#storage.deleteAll()
    else await this.#setAlarm()
  }

  async #isPending(id: number, account: KeyRecord['account']): Promise<boolean> {
    return (await findTransaction(this.#account.scopeOf(account), id))?.transaction.status === 'pending'
  }
}
