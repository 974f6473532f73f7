import { DurableObject } from 'cloudflare:workers'
import { closeCodes } from '#contract/terminals/device'
import type { SimulatedAction } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { Bindings } from '../app/env.ts'
import { gatewayOf } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { PaymentMessage, TerminalRpc } from '../app/objects.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry } from '../store/sql/audit.ts'
import { markTerminalDeleted } from '../store/terminals/terminals.ts'
import type { TerminalOfAccount } from '../store/terminals/terminals.ts'
import { findTransaction } from '../store/transactions/transactions.ts'
import { ActiveSession } from './session/activeSession.ts'
import { Announcer } from './events/announcer.ts'
import { closeConnection, connectionOf, Connections } from './connection/connections.ts'
import { DeviceMessages } from './connection/deviceMessages.ts'
import { Presence } from './connection/presence.ts'
import { TerminalAccount } from './terminalAccount.ts'
import { Serializer } from './serializer.ts'
import { endingFor, newSession } from './session/session.ts'
import { behaviourOf } from './simulated/behaviours.ts'
import { SimulatedShopper } from './simulated/simulatedShopper.ts'
import { decodePayment } from './stored/storedPayment.ts'
import { TerminalStorage } from './stored/terminalStorage.ts'

/** Events are written beside the serializer for so long; after that the alarm writes them. */
const announceMs = 10_000

const gateways = gatewayOf({})

/**
 * A terminal: one object each. It holds the device's connection, which the platform keeps while the object sleeps, and the payment that is
 * open on it. It records the outcome of that payment itself; the request that started it only waits.
 */
export class TerminalObject extends DurableObject<Bindings> implements TerminalRpc {
  readonly #storage: TerminalStorage
  readonly #account: TerminalAccount
  readonly #connections: Connections
  readonly #presence: Presence
  readonly #announcer: Announcer
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
    const announcer = (this.#announcer = new Announcer(storage, account, (known) => this.#onAnnounced(known)))
    const serializer = this.#serializer
    const setAlarm = (): Promise<void> => this.#setAlarm()
    this.#presence = new Presence(storage, connections)
    const session = (this.#session = new ActiveSession({
      storage,
      account,
      connections,
      announcer,
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
    // Even where the alarm was lost: the local runtime keeps none over a restart.
    if (session.current !== null || announcer.pending.length > 0) void this.#setAlarm()
    void announcer.flush()
  }

  /** Tests override it with a clock and a processor of their own. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  // Calls of the gateway.

  async pay({ opened, prompts, account, isAgain }: PaymentMessage): Promise<void> {
    const payment = decodePayment(opened)
    const id = String(payment.id)
    await this.#serializer.run(async () => {
      const hasEnded =
        this.#storage.lastResult?.result.session === id || (isAgain && !(await this.#isPending(payment.id, account)))
      if (this.#session.current?.id !== id && !hasEnded)
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

  /** Deletes the terminal, ends a payment that waits on it, and deletes all that is stored here. */
  async remove(audit: AuditEntry, account: KeyRecord['account']): Promise<'removed' | 'processing' | 'gone'> {
    return this.#serializer.run(async () => {
      const { current } = this.#session
      if (current !== null && endingFor(current, 'remove') === null) return 'processing'
      const known = await this.#account.load()
      if (known === null || known.isDeleted) return 'gone'
      const { pending: news } = this.#announcer
      const status = this.#status(known.terminal.simulated)
      await markTerminalDeleted(this.#account.scopeOf(account), known.terminal.id, audit, { news, status })
      this.#announcer.discard(news)
      this.#announcer.wakeEndpoints({ ...known, account })
      await this.#session.end('remove')
      this.#connections.closeDeleted()
      this.#account.cache(null)
      // Events that cannot be written now keep the rest stored, until the alarm has written them.
      await this.#announcer.flush()
      if (this.#announcer.pending.length === 0) await this.#storage.deleteAll()
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
      return this.#storage.isSimulatedOffline ? 'offline' : (behaviourOf(simulated).is ?? 'online')
    if (!this.#storage.hasLoggedIn) return 'pending'
    return this.#presence.isOnline ? 'online' : 'offline'
  }

  /** Acts as the shopper. Every action but `offline` brings an offline terminal back. False where no payment waits for the action. */
  async simulate(action: SimulatedAction, simulated: string, requestId: string): Promise<boolean> {
    const isThere = action !== 'offline'
    const wasThere = !this.#storage.isSimulatedOffline
    this.#storage.isSimulatedOffline = !isThere
    // A terminal that is always offline neither comes nor goes.
    if (isThere !== wasThere && behaviourOf(simulated).is !== 'offline') {
      this.#announcer.announcePresence(isThere ? 'online' : 'offline', this.#status(simulated), requestId)
      await this.#setAlarm()
    }
    if (!isThere) return true
    const { current } = this.#session
    if (current?.state !== 'awaiting_card') return !wasThere
    if (action === 'present') return this.#shopper.present(current.id)
    return this.#serializer.run(() => this.#session.end(action === 'cancel' ? 'cancel' : 'failure'))
  }

  async wake(clockOffsetMs: number): Promise<void> {
    this.#account.setClock(clockOffsetMs)
    await this.#serializer.run(() => this.#resume())
  }

  // Connections of the device.

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
      // The database failed. A device without a response would wait; one that connects again repeats its message.
      await this.#close(socket, closeCodes.tryAgain, 'try again later')
      throw thrown
    }
  }

  /** The platform leaves the closing handshake to the object: without it the device waits for its own timeout. */
  override async webSocketClose(socket: WebSocket, _code: number, _reason: string, wasClean: boolean): Promise<void> {
    if (connectionOf(socket).state === 'ready')
      this.#presence.recordLoss(wasClean ? Date.now() : this.#connections.lastSeenOn(socket))
    await this.#close(socket, 1000, 'closed by the reader')
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 1006, '', false)
  }

  async #close(socket: WebSocket, code: number, reason: string): Promise<void> {
    closeConnection(socket, code, reason)
    this.#checkPresence()
    await this.#setAlarm()
  }

  /** Announces that the device came or went. Returns whether the alarm has to be set anew. */
  #checkPresence(): boolean {
    const presence = this.#presence.check()
    if (presence === 'online' || presence === 'offline')
      this.#announcer.announcePresence(presence, this.#status(null), null)
    return presence !== null
  }

  // Alarms.

  override async alarm(): Promise<void> {
    await this.#serializer.run(() => {
      this.#connections.closeUnauthenticated()
      return this.#resume()
    })
    await this.#announcer.flush()
  }

  async #resume(): Promise<void> {
    this.#checkPresence()
    await this.#session.resume()
  }

  /** One alarm, for whichever is due first. An idle terminal has none. */
  async #setAlarm(): Promise<void> {
    const next = Math.min(
      ...this.#connections.loginDeadlines,
      this.#session.due,
      this.#presence.due,
      this.#announcer.pending.length > 0 ? Date.now() + announceMs : Infinity,
    )
    if (next === Infinity) await this.ctx.storage.deleteAlarm()
    else await this.ctx.storage.setAlarm(next)
  }

  /** Deletes what is stored of a deleted terminal, once its last event is written. */
  async #onAnnounced(known: TerminalOfAccount | null): Promise<void> {
    if (known?.isDeleted === true && this.#session.current === null && this.#announcer.pending.length === 0)
      await this.#storage.deleteAll()
    else await this.#setAlarm()
  }

  async #isPending(id: number, account: KeyRecord['account']): Promise<boolean> {
    return (await findTransaction(this.#account.scopeOf(account), id))?.transaction.status === 'pending'
  }
}
