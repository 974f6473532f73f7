import { DurableObject } from 'cloudflare:workers'
import { closeCodes, deviceErrors, deviceLimits, loginText } from '#contract/device'
import type { DeviceError, DeviceResult, FromDevice, SimulatedAction } from '#contract/device'
import type { TerminalState } from '#contract/terminals'
import { faultOf, acceptPresentedCard } from '../domain/terminals/acceptPresentedCard.ts'
import type { Answers } from '../domain/terminals/acceptPresentedCard.ts'
import { isEnabled } from '../domain/transactions/gatewayRules.ts'
import { decide, decidedLocally } from '../domain/transactions/decide.ts'
import type { Decision } from '../domain/transactions/decide.ts'
import type { PendingWithInstrument } from '../domain/transactions/createPending.ts'
import { recordOutcome } from '../domain/transactions/recordOutcome.ts'
import { declinedByGateway, unknownOutcome } from '../domain/transactions/states.ts'
import type { Bindings } from '../app/env.ts'
import { gatewayOf } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { AccountServices } from '../app/compose.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { AuditEntry } from '../store/sql/audit.ts'
import { confirmTerminal, deleteTerminal } from '../store/terminals/terminals.ts'
import type { TerminalOfAccount } from '../store/terminals/terminals.ts'
import { findTransaction } from '../store/transactions/transactions.ts'
import { Announcer } from './announcer.ts'
import { connectionOf, Connections, hangUp } from './connections.ts'
import { readFrame, sendFrame } from './frames.ts'
import { Presence } from './presence.ts'
import { ReaderAccount } from './readerAccount.ts'
import type { ForReader } from './readers.ts'
import { resultOf, standingResult } from './results.ts'
import { deadlineOf, devicePayment, endedBy, isOpen, newSession } from './session.ts'
import type { Session } from './session.ts'
import { behaviourOf, simulatedAnswers } from './simulated.ts'
import { sessionSteps } from './states.ts'
import type { Ending } from './states.ts'

interface Begun extends ForReader {
  readonly account: KeyRecord['account']
  readonly isAgain: boolean
}

/** How the last payment ended, for a reader that comes back, and for whoever still waits for it. */
interface Last extends DeviceResult {
  readonly at: number
}

/** Between tries to write an outcome down that the database has not taken. */
const retryMs = 1_000
/** A reader that was away hears of its last payment for so long. */
const rememberMs = 60_000
/** What is announced beside the turns gets so long, until the alarm sees to it. */
const announceMs = 10_000

const gateways = gatewayOf({})

/**
 * A card reader: one object each. It holds the reader's connection, which the platform keeps while the object sleeps, and the payment that is
 * open on it. Whatever happens is stored before anything else follows from it, so that the object may be evicted at any moment. It writes
 * the outcome of a payment down by itself; whoever asked for it only waits.
 *
 * All that changes something happens in turns, one after the other; only the processor is asked beside them.
 */
export class Reader extends DurableObject<Bindings> {
  #turn: Promise<unknown> = Promise.resolve()
  #session: Session | null
  readonly #connections: Connections
  readonly #account: ReaderAccount
  readonly #presence: Presence
  readonly #announcer: Announcer
  /** The session whose processor is being asked by this very instance. */
  #asking: string | null = null
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#session = context.storage.kv.get<Session>('session') ?? null
    this.#connections = new Connections(context)
    this.#account = new ReaderAccount(this.#name, () => this.gateway())
    this.#presence = new Presence(context, this.#connections)
    this.#announcer = new Announcer(context, this.#account, (known) => this.#announced(known))
    // Whoever wakes it finds out what was left undone, even where the alarm was lost: the local runtime keeps none over a restart.
    if (this.#session !== null || this.#announcer.news.length > 0) void this.#schedule()
    void this.#announcer.now()
  }

  /** Tests give it a clock and a processor of theirs. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  // What the gateway asks.

  /**
   * Begins a payment, unless it has begun already, and answers when its end is written down.
   *
   * @param isAgain whether it was asked before, by a request that this object's end interrupted
   */
  async pay({ opened, prompts, account, isAgain }: Begun): Promise<void> {
    const id = String(opened.id)
    await this.#inTurn(async () => {
      const isOver = this.#last?.session === id || (isAgain && !(await this.#isPending(opened.id, account)))
      if (this.#session?.id !== id && !isOver) await this.#begin(newSession(opened, prompts, 0), account)
    })
    // A simulated shopper is at hand.
    if (opened.columns.terminal?.simulated != null) await this.#simulateAct(id, opened.columns.terminal.simulated)
    if (this.#session?.id !== id) return
    await new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]))
  }

  /** @param id of the session that is meant; null for whichever is open */
  async abort(id: string | null): Promise<'aborted' | 'processing' | 'none'> {
    return this.#inTurn(async () => {
      if (this.#session === null || (id !== null && this.#session.id !== id)) return 'none'
      return (await this.#end('abort')) ? 'aborted' : 'processing'
    })
  }

  /** Deletes the terminal, ends what waits on it, and forgets all of it. */
  async remove(audit: AuditEntry, account: KeyRecord['account']): Promise<'removed' | 'processing' | 'gone'> {
    return this.#inTurn(async () => {
      if (this.#session !== null && endedBy(this.#session, 'remove') === null) return 'processing'
      const known = await this.#account.know()
      if (known === null || known.isDeleted) return 'gone'
      const { news } = this.#announcer
      const status = this.#status(known.terminal.simulated)
      await deleteTerminal(this.#account.scopeOf(account), known.terminal.id, audit, { news, status })
      this.#announcer.forget(news)
      this.#announcer.wakeEndpoints({ ...known, account })
      await this.#end('remove')
      this.#connections.sayDeleted()
      this.#account.learn(null)
      // How its payment ended is still to be told. What cannot be told now keeps the rest alive, until the alarm has told it.
      await this.#announcer.now()
      if (this.#announcer.news.length === 0) await this.ctx.storage.deleteAll()
      return 'removed'
    })
  }

  /** @param simulated the code of a simulated reader */
  async status(simulated: string | null): Promise<TerminalState> {
    if (this.#lookForReader()) await this.#schedule()
    return this.#status(simulated)
  }

  #status(simulated: string | null): TerminalState {
    if (this.#session !== null) return 'busy'
    if (simulated !== null) {
      const isOffline = this.ctx.storage.kv.get('offline') !== undefined
      return isOffline ? 'offline' : (behaviourOf(simulated).is ?? 'online')
    }
    if (this.ctx.storage.kv.get('seen') === undefined) return 'pending'
    return this.#presence.isOnline ? 'online' : 'offline'
  }

  /**
   * What a test does in place of a shopper; whatever it is brings a reader back that was offline. False where nothing waits for that.
   *
   * @param simulated its code
   * @param requestId of the test
   */
  async simulate(action: SimulatedAction, simulated: string, requestId: string): Promise<boolean> {
    const { kv } = this.ctx.storage
    const isThere = action !== 'offline'
    const wasThere = kv.get('offline') === undefined
    if (isThere) kv.delete('offline')
    else kv.put('offline', true)
    // One that is never there neither comes nor goes.
    if (isThere !== wasThere && behaviourOf(simulated).is !== 'offline') {
      this.#announcer.tellPresence(isThere ? 'online' : 'offline', this.#status(simulated), requestId)
      await this.#schedule()
    }
    if (!isThere) return true
    if (this.#session?.state !== 'awaiting_card') return !wasThere
    if (action === 'present') return this.#presentSimulated(this.#session.id)
    return this.#inTurn(() => this.#end(action === 'cancel' ? 'cancel' : 'failure'))
  }

  async wake(clockOffsetMs: number): Promise<void> {
    this.#account.setClock(clockOffsetMs)
    await this.#inTurn(() => this.#lookAtTheClock())
  }

  // What the reader says.

  /** A connection of the reader, or of somebody who says so. */
  override async fetch(): Promise<Response> {
    const answer = this.#connections.accept()
    this.#lookForReader()
    await this.#schedule()
    return answer
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    try {
      await this.#listen(socket, data)
    } catch (thrown) {
      // The books could not be reached. A reader that is not answered would wait; one that comes again says again what was not heard.
      await this.#hangUp(socket, closeCodes.tryAgain, 'try again later')
      throw thrown
    }
  }

  async #listen(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const frame = readFrame(data)
    const connection = connectionOf(socket)
    if (frame?.type === 'login' && connection.state === 'challenged')
      return this.#inTurn(async () => {
        // Others may have pushed it out while it waited for its turn.
        if (connectionOf(socket).state === 'challenged') await this.#logIn(socket, frame.proof, connection.nonce)
        await this.#schedule()
      })
    if (connection.state === 'closed') return
    if (frame === null || !('session' in frame) || connection.state !== 'ready')
      return this.#hangUp(socket, closeCodes.messageInvalid, 'not a message of this protocol, or out of turn')
    if (frame.type === 'card') return this.#takeCard(socket, frame)
    await this.#inTurn(() => this.#hear(socket, frame))
  }

  /** The platform leaves the answer to a reader's close to us: without it the reader waits for its own time-out. */
  override async webSocketClose(socket: WebSocket, _code: number, _reason: string, wasClean: boolean): Promise<void> {
    // Whoever says goodbye is heard of.
    if (connectionOf(socket).state === 'ready')
      this.#presence.lost(wasClean ? Date.now() : this.#connections.heardOn(socket))
    await this.#hangUp(socket, 1000, 'closed by the reader')
  }

  /** It broke: nothing will come over it any more. */
  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 1006, '', false)
  }

  /** Closes a line, and looks whether the reader is gone with it. */
  async #hangUp(socket: WebSocket, code: number, reason: string): Promise<void> {
    hangUp(socket, code, reason)
    this.#lookForReader()
    await this.#schedule()
  }

  override async alarm(): Promise<void> {
    await this.#inTurn(() => {
      this.#connections.hangUpOnStrangers()
      return this.#lookAtTheClock()
    })
    await this.#announcer.now()
  }

  async #logIn(socket: WebSocket, proof: string, nonce: string): Promise<void> {
    // As it is now: settings may have changed since this instance has read them.
    this.#account.learn(null)
    const known = await this.#account.know()
    if (known === null || known.isDeleted) return this.#connections.sayDeleted()
    const { readerVault, encryptedCards } = this.#account.services(known)
    const proves = await readerVault.provesDevice(known.terminal.id, loginText(this.#name, nonce), proof)
    if (!proves || known.account.suspended) return hangUp(socket, closeCodes.loginFailed, 'login failed')
    if (!(await this.#isConfirmed(known))) return this.#connections.sayDeleted()
    const [encryptionKey] = await encryptedCards.publicKeys()
    this.#connections.welcome(socket)
    this.ctx.storage.kv.put('seen', true)
    this.#lookForReader()
    const open = this.#session !== null && isOpen(this.#session) ? this.#session : null
    if (open?.state === 'queued') this.#keep({ ...open, state: 'sent' })
    sendFrame(socket, {
      type: 'welcome',
      nickname: known.terminal.nickname,
      encryptionKey: encryptionKey!,
      payment: open === null ? null : devicePayment(open, this.#account.now(known)),
      result: this.#lastResult(),
    })
  }

  /** Whoever has its key keeps it: where nobody knew that yet, the terminal stays from now on. False where it was taken back meanwhile. */
  async #isConfirmed(known: TerminalOfAccount): Promise<boolean> {
    const { isConfirmed, terminal, account } = known
    return isConfirmed || confirmTerminal(this.#account.scopeOf(account), terminal.id, this.#account.now(known))
  }

  async #hear(socket: WebSocket, frame: Exclude<FromDevice, { type: 'card' | 'login' | 'hello' | 'stored' }>) {
    const session = this.#session
    if (session?.id !== frame.session) return this.#tellLast(socket, frame.session)
    if (frame.type === 'cancel' || frame.type === 'failure') return void (await this.#end(frame.type))
    const known = await this.#account.know()
    if (known === null) return
    if (frame.type === 'received') {
      const state = sessionSteps[session.state].received
      if (state !== undefined) this.#keep({ ...session, state, received: this.#account.now(known) })
    } else if (session.state === 'awaiting_card' && session.presented === null)
      this.#keep({ ...session, presented: this.#account.now(known) })
    await this.#schedule()
  }

  /** A card, and all else that was asked. The processor is asked beside the turns, and this event lasts until it has answered. */
  async #takeCard(socket: WebSocket, frame: Extract<FromDevice, { type: 'card' }>): Promise<void> {
    const opened = await this.#inTurn(async () => {
      const session = this.#waitingForCard(frame.session)
      const known = await this.#account.know()
      if (session === null || known === null) return this.#tellLast(socket, frame.session)
      if (await this.#endIfOver(session, known)) return null
      const card = await this.#account.services(known).encryptedCards.openFromDevice(frame.card, session.id)
      if (card === null) return this.#complain(socket, session, 'card_invalid')
      const answers: Answers = {
        card,
        tipAmount: frame.tipAmount ?? null,
        amountConfirmed: frame.amountConfirmed ?? false,
        signature: frame.signature ?? null,
      }
      const fault = faultOf(answers, session.prompts)
      if (fault !== null) return this.#complain(socket, session, fault)
      return this.#present(session, answers, known)
    })
    if (opened) await this.#askProcessor(opened)
  }

  #complain(socket: WebSocket, { id }: Session, error: DeviceError): null {
    sendFrame(socket, { type: 'error', session: id, error, text: deviceErrors[error] })
    return null
  }

  // What happens to a payment. All of this happens in a turn.

  async #begin(fresh: Session, account: KeyRecord['account']): Promise<void> {
    const known = { terminal: fresh.opened.columns.terminal!, isDeleted: false, isConfirmed: true, account }
    this.#lookForReader()
    const session = { ...fresh, begun: this.#account.now(known) }
    const refused = this.#whyNot(session, known)
    if (refused !== null) {
      await recordOutcome(session.opened, decidedLocally(declinedByGateway(refused)), this.#account.services(known))
      return this.#announcer.wakeEndpoints(known)
    }
    this.#account.learn(known)
    const isThere = known.terminal.simulated !== null || this.#connections.ready !== null
    this.#keep({ ...session, state: isThere ? 'sent' : 'queued' })
    await this.#schedule()
    this.#connections.send({ type: 'payment', ...devicePayment(this.#session!, session.begun) })
  }

  #whyNot({ opened }: Session, { terminal, account }: TerminalOfAccount): string | null {
    if (this.#session !== null) return 'G11'
    if (!isEnabled(account.settings.enabledCurrencies, opened.asked.currency)) return 'G07'
    if (terminal.simulated === null) return null
    if (this.ctx.storage.kv.get('offline') !== undefined) return 'G10'
    const { is } = behaviourOf(terminal.simulated)
    return is === undefined ? null : is === 'busy' ? 'G11' : 'G10'
  }

  #waitingForCard(id: string): Session | null {
    return this.#session?.id === id && this.#session.state === 'awaiting_card' ? this.#session : null
  }

  /** Writes down what was presented. Null where the sweep has taken the payment for abandoned. */
  async #present(session: Session, answers: Answers, known: TerminalOfAccount): Promise<PendingWithInstrument | null> {
    const opened = await acceptPresentedCard(session.opened, answers, this.#account.services(known))
    if (opened === null) {
      await this.#conclude({ ...session, state: 'failed', judged: decidedLocally(unknownOutcome) })
      return null
    }
    const { open: _open, ...row } = opened
    this.#asking = session.id
    this.#keep({
      ...session,
      opened: row,
      state: 'processing',
      presented: session.presented ?? this.#account.now(known),
    })
    await this.#schedule()
    this.#connections.send({ type: 'processing', session: session.id })
    return opened
  }

  /** Ends what can still be stopped. False where that is too late, or nothing is there. */
  async #end(event: Ending): Promise<boolean> {
    const session = this.#session
    const ending = session === null ? null : endedBy(session, event)
    if (session === null || ending === null) return false
    await this.#conclude({
      ...session,
      state: ending.state,
      judged: decidedLocally(declinedByGateway(ending.responseCode)),
    })
    return true
  }

  /** Writes an end down: first here, then in the books, which may take more than one try. */
  async #conclude(session: Session): Promise<void> {
    this.#keep(session)
    await this.#schedule()
    const known = await this.#account.know()
    if (known === null) return
    const services = this.#account.services(known)
    const judged = await recordOutcome(session.opened, session.judged!, services)
    // Where it was not to be written, the books say something else already: this very end, by an instance before this one, or the sweep's.
    this.#forget(judged === session.judged ? resultOf(session, judged) : await standingResult(session, services), known)
    await this.#schedule()
  }

  #forget(result: DeviceResult, known: TerminalOfAccount): void {
    this.#session = null
    this.ctx.storage.kv.put<Last>('last', { ...result, at: this.#account.now(known) })
    this.ctx.storage.kv.delete('session')
    // Only now is the reader free again, and the end written down.
    this.#announcer.tellStep(result.session, result.state, this.#status(known.terminal.simulated))
    this.#connections.send({ type: 'result', ...result })
    for (const resolve of this.#waiting.get(result.session) ?? []) resolve()
    this.#waiting.delete(result.session)
  }

  /** What is due by itself: a payment's time is over, or something was left undone when the object was evicted. */
  async #lookAtTheClock(): Promise<void> {
    this.#lookForReader()
    const session = this.#session
    if (session === null) return this.#schedule()
    if (session.judged !== null) return this.#conclude(session)
    // Nobody asks any more, and what became of it nobody will ever know: it is undone.
    if (session.state === 'processing' && this.#asking !== session.id)
      return this.#conclude({ ...session, state: 'failed', judged: decidedLocally(unknownOutcome) })
    const known = await this.#account.know()
    if (known === null || !(await this.#endIfOver(session, known))) await this.#schedule()
  }

  /** Ends a payment whose time is over, whether or not the alarm has rung. */
  async #endIfOver(session: Session, known: TerminalOfAccount): Promise<boolean> {
    const deadline = deadlineOf(session)
    return deadline !== null && deadline.at <= this.#account.now(known) && this.#end(deadline.event)
  }

  // Beside the turns.

  async #askProcessor(opened: PendingWithInstrument): Promise<void> {
    const known = await this.#account.know()
    if (known === null) return
    const judged = await this.#decide(opened, this.#account.services(known))
    await this.#inTurn(async () => {
      this.#asking = null
      const session = this.#session
      if (session?.id !== String(opened.id) || session.state !== 'processing') return
      const { transaction, approved } = judged.verdict
      const state = approved !== null ? 'completed' : transaction === 'declined' ? 'declined' : 'failed'
      // Where the books cannot be reached the alarm tries again.
      await this.#conclude({ ...session, state, judged })
    })
  }

  /** The processor may take no longer than what is left of the session. */
  async #decide(opened: PendingWithInstrument, services: AccountServices): Promise<Decision> {
    const left = this.#session!.begun + deviceLimits.sessionMs - services.clock.now()
    const processorTimeoutMs = Math.max(0, Math.min(services.limits.processorTimeoutMs, left))
    const judged = await decide(opened, { ...services, limits: { ...services.limits, processorTimeoutMs } }).catch(() =>
      decidedLocally(unknownOutcome),
    )
    const isLate = left <= services.limits.processorTimeoutMs && judged.verdict.operation === 'pending'
    return isLate ? { ...judged, verdict: { ...judged.verdict, responseCode: 'G12' } } : judged
  }

  async #simulateAct(id: string, simulated: string): Promise<void> {
    await this.#inTurn(async () => {
      const known = await this.#account.know()
      if (this.#session?.id !== id || this.#session.state !== 'sent' || known === null) return
      this.#keep({ ...this.#session, state: 'awaiting_card', received: this.#account.now(known) })
      await this.#schedule()
    })
    const { act } = behaviourOf(simulated)
    if (act === 'present') await this.#presentSimulated(id)
    if (act === 'cancel') await this.#inTurn(async () => this.#session?.id === id && this.#end('cancel'))
  }

  async #presentSimulated(id: string): Promise<boolean> {
    const opened = await this.#inTurn(async () => {
      const session = this.#waitingForCard(id)
      const known = await this.#account.know()
      if (session === null || known === null) return null
      const answers = simulatedAnswers(known.terminal.simulated ?? '', session.prompts, this.#account.now(known))
      return this.#present(session, answers, known)
    })
    if (opened === null) return false
    await this.#askProcessor(opened)
    return true
  }

  /** Work that changes something, one piece after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  // What it knows.

  get #name(): string {
    return this.ctx.id.name ?? ''
  }

  async #isPending(id: number, account: KeyRecord['account']): Promise<boolean> {
    return (await findTransaction(this.#account.scopeOf(account), id))?.transaction.status === 'pending'
  }

  get #last(): Last | undefined {
    return this.ctx.storage.kv.get<Last>('last')
  }

  #lastResult(): DeviceResult | null {
    const last = this.#last
    const { known } = this.#account
    if (last === undefined || known === null || this.#account.now(known) - last.at > rememberMs) return null
    const { at: _at, ...result } = last
    return result
  }

  /** A reader that speaks of a payment which has ended is told how. */
  #tellLast(socket: WebSocket, session: string): null {
    const last = this.#last
    if (last?.session === session) {
      const { at: _at, ...result } = last
      sendFrame(socket, { type: 'result', ...result })
    }
    return null
  }

  #keep(session: Session): void {
    const isStep = this.#session?.id !== session.id || this.#session.state !== session.state
    this.#session = session
    this.ctx.storage.kv.put('session', session)
    // Its end is told when it is written down.
    if (isStep && isOpen(session)) this.#announcer.tellStep(session.id, session.state, 'busy')
  }

  /** Tells that the reader came or went. Whether there is something to be seen to from now on. */
  #lookForReader(): boolean {
    const seen = this.#presence.look()
    if (seen === 'online' || seen === 'offline') this.#announcer.tellPresence(seen, this.#status(null), null)
    return seen !== null
  }

  /** Where the terminal was deleted and the last of it was told, nothing is left to be remembered. */
  async #announced(known: TerminalOfAccount | null): Promise<void> {
    if (known?.isDeleted === true && this.#session === null && this.#announcer.news.length === 0)
      await this.ctx.storage.deleteAll()
    else await this.#schedule()
  }

  /** One alarm for whatever comes first. An idle reader has none. */
  async #schedule(): Promise<void> {
    const next = Math.min(
      ...this.#connections.strangersDue,
      ...this.#sessionAlarm(),
      this.#presence.due,
      this.#announcer.news.length > 0 ? Date.now() + announceMs : Infinity,
    )
    if (next === Infinity) await this.ctx.storage.deleteAlarm()
    else await this.ctx.storage.setAlarm(next)
  }

  #sessionAlarm(): number[] {
    const session = this.#session
    if (session === null) return []
    const now = Date.now()
    if (session.judged !== null) return [now + retryMs]
    const deadline = deadlineOf(session)
    // The processor has its own limit; after that somebody must look whether the instance that asks it still lives. Another knows better.
    if (deadline === null)
      return [now + (this.#asking === session.id ? this.gateway().limits.processorTimeoutMs + 10_000 : retryMs)]
    // An instance that is new does not know yet by which clock.
    const { known } = this.#account
    return [now + (known === null ? retryMs : Math.max(0, deadline.at - this.#account.now(known)))]
  }
}
