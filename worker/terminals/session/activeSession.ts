import { deviceLimits } from '#contract/terminals/device'
import type { DeviceResult } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { AccountServices } from '../../app/compose.ts'
import { acceptPresentedCard } from '../../domain/terminals/acceptPresentedCard.ts'
import type { ShopperInput } from '../../domain/terminals/acceptPresentedCard.ts'
import type { TimeLimits } from '../../domain/timeLimits.ts'
import type { PendingWithInstrument } from '../../domain/transactions/initiate/createPending.ts'
import { decide, decidedLocally } from '../../domain/transactions/initiate/decide.ts'
import type { Decision } from '../../domain/transactions/initiate/decide.ts'
import { isCurrencyEnabled } from '../../domain/transactions/initiate/gatewayRules.ts'
import { recordOutcome } from '../../domain/transactions/initiate/recordOutcome.ts'
import { declinedByGateway, unknownOutcome } from '../../domain/transactions/verdict.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import type { TerminalWithAccount } from '../../store/terminals/terminals.ts'
import { findTransaction } from '../../store/transactions/transactions.ts'
import type { EventOutbox } from '../events/eventOutbox.ts'
import type { Connections } from '../connection/connections.ts'
import type { TerminalAccount } from '../terminalAccount.ts'
import { toResult, recordedResult } from './results.ts'
import type { Serializer } from '../serializer.ts'
import { deadlineOf, devicePayment, endingFor, isOpen } from './session.ts'
import type { Session } from './session.ts'
import { behaviourOf } from '../simulated/behaviours.ts'
import { sessionTransitions } from './transitions.ts'
import type { EndingEvent } from './transitions.ts'
import type { TerminalStorage } from '../stored/terminalStorage.ts'

/** Logs that the database has lost what the object remembers: it was restored. */
const logRestored = (missing: 'payment' | 'terminal', transactionId: string): void =>
  console.warn(JSON.stringify({ terminal: 'database restored', missing, transactionId }))

/** Delay between attempts to record an outcome after a database failure. */
const retryMs = 1_000

export interface SessionDependencies {
  readonly storage: TerminalStorage
  readonly account: TerminalAccount
  readonly connections: Pick<Connections, 'authenticated' | 'send'>
  readonly outbox: EventOutbox
  readonly serializer: Serializer
  limits(): TimeLimits
  setAlarm(): Promise<void>
  /** The terminal's status without an open session. */
  status(simulated: string | null): TerminalState
}

/**
 * The open payment of a terminal. Each step is stored before it takes effect, so the object may be evicted at any moment. Methods that
 * change state run in the serializer; only `callProcessor` runs outside it.
 */
export class ActiveSession {
  readonly #dependencies: SessionDependencies
  #session: Session | null
  /** The session whose processor call is running in this instance. */
  #calling: string | null = null
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
    this.#session = dependencies.storage.session
  }

  get current(): Session | null {
    return this.#session
  }

  /** Resolves when the session's outcome is recorded; immediately if it is not the current session. */
  async whenEnded(id: string): Promise<void> {
    if (this.#session?.id !== id) return
    await new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]))
  }

  async start(created: Session, account: KeyRecord['account']): Promise<void> {
    const { account: terminalAccount, outbox, connections, setAlarm } = this.#dependencies
    const record = { terminal: created.opened.columns.terminal!, isDeleted: false, isConfirmed: true, account }
    const session = { ...created, startedAt: terminalAccount.now(record) }
    const declineCode = this.#findDecline(session, record)
    if (declineCode !== null) {
      await recordOutcome(
        session.opened,
        decidedLocally(declinedByGateway(declineCode)),
        terminalAccount.services(record),
      )
      return outbox.wakeEndpoints(record)
    }
    terminalAccount.cache(record)
    const isOnline = record.terminal.simulated !== null || connections.authenticated !== null
    this.#persist({ ...session, state: isOnline ? 'sent' : 'queued' })
    await setAlarm()
    connections.send({ type: 'payment', ...devicePayment(this.#session!, session.startedAt) })
  }

  /** The response code if the payment cannot start on this terminal; null if it can. */
  #findDecline({ opened }: Session, { terminal, account }: TerminalWithAccount): string | null {
    if (this.#session !== null) return 'G11'
    if (!isCurrencyEnabled(account.settings.enabledCurrencies, opened.amount.currency)) return 'G07'
    if (terminal.simulated === null) return null
    if (this.#dependencies.storage.isSimulatedOffline) return 'G10'
    const { status } = behaviourOf(terminal.simulated)
    return status === undefined ? null : status === 'busy' ? 'G11' : 'G10'
  }

  /** The session that a device continues after login; null if none is open. */
  deliver(): Session | null {
    const open = this.#session !== null && isOpen(this.#session) ? this.#session : null
    if (open?.state === 'queued') this.#persist({ ...open, state: 'sent' })
    return open
  }

  /** Records that the device received the payment or that a card was presented. */
  async progress(step: 'received' | 'presented'): Promise<void> {
    const session = this.#session
    const record = await this.#dependencies.account.load()
    if (session === null || record === null) return
    const at = this.#dependencies.account.now(record)
    if (step === 'received') {
      const state = sessionTransitions[session.state].received
      if (state !== undefined) this.#persist({ ...session, state, receivedAt: at })
    } else if (session.state === 'awaiting_card' && session.presentedAt === null)
      this.#persist({ ...session, presentedAt: at })
    await this.#dependencies.setAlarm()
  }

  /** Null if this session is not waiting for a card. */
  awaitingCard(id: string): Session | null {
    return this.#session?.id === id && this.#session.state === 'awaiting_card' ? this.#session : null
  }

  /** Records the presented card. Null if the sweep has abandoned the payment. */
  async present(
    session: Session,
    answers: ShopperInput,
    record: TerminalWithAccount,
  ): Promise<PendingWithInstrument | null> {
    const { account, connections, setAlarm } = this.#dependencies
    const opened = await acceptPresentedCard(session.opened, answers, account.services(record))
    if (opened === null) {
      await this.#finish({ ...session, state: 'failed', decision: decidedLocally(unknownOutcome) })
      return null
    }
    const { open: _open, ...row } = opened
    this.#calling = session.id
    this.#persist({
      ...session,
      opened: row,
      state: 'processing',
      presentedAt: session.presentedAt ?? account.now(record),
    })
    await setAlarm()
    connections.send({ type: 'processing', session: session.id })
    return opened
  }

  /** Ends the open session. False if there is none or it can no longer be canceled. */
  async end(event: EndingEvent): Promise<boolean> {
    const session = this.#session
    const ending = session === null ? null : endingFor(session, event)
    if (session === null || ending === null) return false
    await this.#finish({
      ...session,
      state: ending.state,
      decision: decidedLocally(declinedByGateway(ending.responseCode)),
    })
    return true
  }

  /** Continues after an alarm: ends an expired session, or one that an eviction interrupted. */
  async resume(): Promise<void> {
    const session = this.#session
    if (session === null) return this.#dependencies.setAlarm()
    if (session.decision !== null) return this.#finish(session)
    // The instance that called the processor is gone, so the outcome is unknown and gets reversed.
    if (session.state === 'processing' && this.#calling !== session.id)
      return this.#finish({ ...session, state: 'failed', decision: decidedLocally(unknownOutcome) })
    const record = await this.#dependencies.account.load()
    if (record === null) return this.#drop(session)
    if (!(await this.expireIfDue(session, record))) await this.#dependencies.setAlarm()
  }

  /**
   * Ends a session whose payment is not in the database, which was restored to an earlier moment. One round trip. Without it the terminal
   * would decline payments as busy until the session expires. A session whose processor call is running is left to that call.
   */
  async endIfLost(account: KeyRecord['account']): Promise<void> {
    const session = this.#session
    if (session === null || session.state === 'processing') return
    const found = await findTransaction(this.#dependencies.account.scopeOf(account), session.opened.id)
    if (found !== null) return
    logRestored('payment', session.id)
    await this.end('failure')
  }

  /** Ends an expired session before its alarm fires. */
  async expireIfDue(session: Session, record: TerminalWithAccount): Promise<boolean> {
    const deadline = deadlineOf(session)
    return deadline !== null && deadline.at <= this.#dependencies.account.now(record) && this.end(deadline.event)
  }

  /** Runs outside the serializer, so that the device and the merchant are served meanwhile. */
  async callProcessor(opened: PendingWithInstrument): Promise<void> {
    const record = await this.#dependencies.account.load()
    if (record === null) return
    const services = this.#dependencies.account.services(record)
    const decision = await this.#decide(opened, services)
    await this.#dependencies.serializer.run(async () => {
      this.#calling = null
      const session = this.#session
      if (session?.id !== String(opened.id) || session.state !== 'processing') return
      const { transaction, approved } = decision.verdict
      const state = approved !== null ? 'completed' : transaction === 'declined' ? 'declined' : 'failed'
      // If the database fails, the alarm retries.
      await this.#finish({ ...session, state, decision })
    })
    await services.noteConnections()
  }

  /** The processor's time-out is cut to the rest of the session. */
  async #decide(opened: PendingWithInstrument, services: AccountServices): Promise<Decision> {
    const left = this.#session!.startedAt + deviceLimits.sessionMs - services.clock.now()
    const processorTimeoutMs = Math.max(0, Math.min(services.limits.processorTimeoutMs, left))
    const limits = { ...services.limits, processorTimeoutMs }
    const decision = await decide(opened, { ...services, limits }).catch(() => decidedLocally(unknownOutcome))
    const isUnknown = decision.verdict.operation === 'pending' && decision.verdict.reverse
    const isLate = left <= services.limits.processorTimeoutMs && isUnknown
    return isLate ? { ...decision, verdict: { ...decision.verdict, responseCode: 'G12' } } : decision
  }

  /** Stores the outcome in the object, then records it in the database, with retries by the alarm. */
  async #finish(session: Session): Promise<void> {
    const { account, setAlarm } = this.#dependencies
    this.#persist(session)
    await setAlarm()
    const record = await account.load()
    if (record === null) return this.#drop(session)
    const services = account.services(record)
    const decision = await recordOutcome(session.opened, session.decision!, services)
    // An earlier instance or the sweep may have recorded an outcome first.
    const result = decision === session.decision ? toResult(session, decision) : await recordedResult(session, services)
    this.#close(result, record)
    await setAlarm()
  }

  /**
   * Ends a session whose terminal is not in the database, which was restored to an earlier moment. Its payment is not there either: the
   * reconciliation with the processor finds it.
   */
  async #drop(session: Session): Promise<void> {
    const { outbox, setAlarm, status } = this.#dependencies
    logRestored('terminal', session.id)
    this.#end(toResult({ ...session, state: 'failed' }, decidedLocally(unknownOutcome)))
    // The write of this event finds that the terminal is gone, and deletes the object's storage.
    outbox.addSessionStep(session.id, 'failed', status(null))
    await setAlarm()
  }

  #close(result: DeviceResult, record: TerminalWithAccount): void {
    const { account, outbox, storage, status } = this.#dependencies
    storage.lastResult = { result, at: account.now(record) }
    this.#end(result)
    // The outcome is recorded and the terminal is free.
    outbox.addSessionStep(result.session, result.state, status(record.terminal.simulated))
  }

  #end(result: DeviceResult): void {
    const { connections, storage } = this.#dependencies
    this.#session = null
    storage.session = null
    connections.send({ type: 'result', ...result })
    for (const resolve of this.#waiting.get(result.session) ?? []) resolve()
    this.#waiting.delete(result.session)
  }

  #persist(session: Session): void {
    const isStep = this.#session?.id !== session.id || this.#session.state !== session.state
    this.#session = session
    this.#dependencies.storage.session = session
    // The final state is published once it is recorded.
    if (isStep && isOpen(session)) this.#dependencies.outbox.addSessionStep(session.id, session.state, 'busy')
  }

  /** When the next alarm is due, by the platform's clock; Infinity without an open session. */
  get due(): number {
    const session = this.#session
    if (session === null) return Infinity
    const now = Date.now()
    if (session.decision !== null) return now + retryMs
    const deadline = deadlineOf(session)
    // The processor call has its own time-out. After that, the alarm resumes a session without a running call.
    if (deadline === null)
      return now + (this.#calling === session.id ? this.#dependencies.limits().processorTimeoutMs + 10_000 : retryMs)
    // A new instance has not loaded the account's clock yet.
    const { cached } = this.#dependencies.account
    return now + (cached === null ? retryMs : Math.max(0, deadline.at - this.#dependencies.account.now(cached)))
  }
}
