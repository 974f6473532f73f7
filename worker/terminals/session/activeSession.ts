import { deviceLimits } from '#contract/terminals/device'
import type { DeviceResult } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { AccountServices } from '../../app/compose.ts'
import { acceptPresentedCard } from '../../domain/terminals/acceptPresentedCard.ts'
import type { Answers } from '../../domain/terminals/acceptPresentedCard.ts'
import type { TimeLimits } from '../../domain/timeLimits.ts'
import type { PendingWithInstrument } from '../../domain/transactions/initiate/createPending.ts'
import { decide, decidedLocally } from '../../domain/transactions/initiate/decide.ts'
import type { Decision } from '../../domain/transactions/initiate/decide.ts'
import { isEnabled } from '../../domain/transactions/initiate/gatewayRules.ts'
import { recordOutcome } from '../../domain/transactions/initiate/recordOutcome.ts'
import { declinedByGateway, unknownOutcome } from '../../domain/transactions/verdict.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import type { TerminalOfAccount } from '../../store/terminals/terminals.ts'
import type { Announcer } from '../events/announcer.ts'
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

/** Between attempts to record an outcome that the database did not take. */
const retryMs = 1_000

export interface SessionParts {
  readonly storage: TerminalStorage
  readonly account: TerminalAccount
  readonly connections: Pick<Connections, 'authenticated' | 'send'>
  readonly announcer: Announcer
  readonly serializer: Serializer
  limits(): TimeLimits
  setAlarm(): Promise<void>
  /** The terminal's status once no session is open. */
  status(simulated: string | null): TerminalState
}

/**
 * The payment that is open on a terminal. Each step is stored before anything follows from it, so that the object may be evicted at any
 * moment. Methods that change something are called in the serializer; only `callProcessor` runs beside it.
 */
export class ActiveSession {
  readonly #parts: SessionParts
  #session: Session | null
  /** The session for which this instance is calling the processor. */
  #calling: string | null = null
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#session = parts.storage.session
  }

  get current(): Session | null {
    return this.#session
  }

  /** Resolves when the outcome of this session is recorded, at once where it is not the current one. */
  async whenEnded(id: string): Promise<void> {
    if (this.#session?.id !== id) return
    await new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]))
  }

  async start(fresh: Session, account: KeyRecord['account']): Promise<void> {
    const { account: readerAccount, announcer, connections, setAlarm } = this.#parts
    const known = { terminal: fresh.opened.columns.terminal!, isDeleted: false, isConfirmed: true, account }
    const session = { ...fresh, startedAt: readerAccount.now(known) }
    const declined = this.#declineOf(session, known)
    if (declined !== null) {
      await recordOutcome(session.opened, decidedLocally(declinedByGateway(declined)), readerAccount.services(known))
      return announcer.wakeEndpoints(known)
    }
    readerAccount.cache(known)
    const isThere = known.terminal.simulated !== null || connections.authenticated !== null
    this.#persist({ ...session, state: isThere ? 'sent' : 'queued' })
    await setAlarm()
    connections.send({ type: 'payment', ...devicePayment(this.#session!, session.startedAt) })
  }

  /** The response code of a payment that cannot start here; null where it can. */
  #declineOf({ opened }: Session, { terminal, account }: TerminalOfAccount): string | null {
    if (this.#session !== null) return 'G11'
    if (!isEnabled(account.settings.enabledCurrencies, opened.amount.currency)) return 'G07'
    if (terminal.simulated === null) return null
    if (this.#parts.storage.isSimulatedOffline) return 'G10'
    const { is } = behaviourOf(terminal.simulated)
    return is === undefined ? null : is === 'busy' ? 'G11' : 'G10'
  }

  /** The session that a device goes on with after it has logged in; null where none is open. */
  deliver(): Session | null {
    const open = this.#session !== null && isOpen(this.#session) ? this.#session : null
    if (open?.state === 'queued') this.#persist({ ...open, state: 'sent' })
    return open
  }

  /** The device shows the payment, or a card was presented there. */
  async progress(step: 'received' | 'presented'): Promise<void> {
    const session = this.#session
    const known = await this.#parts.account.load()
    if (session === null || known === null) return
    const at = this.#parts.account.now(known)
    if (step === 'received') {
      const state = sessionTransitions[session.state].received
      if (state !== undefined) this.#persist({ ...session, state, receivedAt: at })
    } else if (session.state === 'awaiting_card' && session.presentedAt === null)
      this.#persist({ ...session, presentedAt: at })
    await this.#parts.setAlarm()
  }

  /** Null where this session does not wait for a card. */
  awaitingCard(id: string): Session | null {
    return this.#session?.id === id && this.#session.state === 'awaiting_card' ? this.#session : null
  }

  /** Records the presented card. Null where the sweep has abandoned the payment. */
  async present(session: Session, answers: Answers, known: TerminalOfAccount): Promise<PendingWithInstrument | null> {
    const { account, connections, setAlarm } = this.#parts
    const opened = await acceptPresentedCard(session.opened, answers, account.services(known))
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
      presentedAt: session.presentedAt ?? account.now(known),
    })
    await setAlarm()
    connections.send({ type: 'processing', session: session.id })
    return opened
  }

  /** Ends a session that can still be stopped. False where that is too late, or none is open. */
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

  /** Goes on with what is due: a session whose time is over, or one that an eviction interrupted. */
  async resume(): Promise<void> {
    const session = this.#session
    if (session === null) return this.#parts.setAlarm()
    if (session.decision !== null) return this.#finish(session)
    // Nobody waits for the processor's response any more, so its outcome stays unknown: it is reversed.
    if (session.state === 'processing' && this.#calling !== session.id)
      return this.#finish({ ...session, state: 'failed', decision: decidedLocally(unknownOutcome) })
    const known = await this.#parts.account.load()
    if (known === null || !(await this.expireIfDue(session, known))) await this.#parts.setAlarm()
  }

  /** Ends a session whose time is over, even before its alarm. */
  async expireIfDue(session: Session, known: TerminalOfAccount): Promise<boolean> {
    const deadline = deadlineOf(session)
    return deadline !== null && deadline.at <= this.#parts.account.now(known) && this.end(deadline.event)
  }

  /** Runs beside the serializer, so that the device and the merchant get responses meanwhile. */
  async callProcessor(opened: PendingWithInstrument): Promise<void> {
    const known = await this.#parts.account.load()
    if (known === null) return
    const decision = await this.#decide(opened, this.#parts.account.services(known))
    await this.#parts.serializer.run(async () => {
      this.#calling = null
      const session = this.#session
      if (session?.id !== String(opened.id) || session.state !== 'processing') return
      const { transaction, approved } = decision.verdict
      const state = approved !== null ? 'completed' : transaction === 'declined' ? 'declined' : 'failed'
      // Where the database fails the alarm tries again.
      await this.#finish({ ...session, state, decision })
    })
  }

  /** The processor may take no longer than what is left of the session. */
  async #decide(opened: PendingWithInstrument, services: AccountServices): Promise<Decision> {
    const left = this.#session!.startedAt + deviceLimits.sessionMs - services.clock.now()
    const processorTimeoutMs = Math.max(0, Math.min(services.limits.processorTimeoutMs, left))
    const limits = { ...services.limits, processorTimeoutMs }
    const decision = await decide(opened, { ...services, limits }).catch(() => decidedLocally(unknownOutcome))
    const isLate = left <= services.limits.processorTimeoutMs && decision.verdict.operation === 'pending'
    return isLate ? { ...decision, verdict: { ...decision.verdict, responseCode: 'G12' } } : decision
  }

  /** Stores the outcome here, then records it in the database, which may take more than one attempt. */
  async #finish(session: Session): Promise<void> {
    const { account, setAlarm } = this.#parts
    this.#persist(session)
    await setAlarm()
    const known = await account.load()
    if (known === null) return
    const services = account.services(known)
    const decision = await recordOutcome(session.opened, session.decision!, services)
    // Another decision stands where an earlier instance recorded this one already, or the sweep its own.
    const result = decision === session.decision ? toResult(session, decision) : await recordedResult(session, services)
    this.#close(result, known)
    await setAlarm()
  }

  #close(result: DeviceResult, known: TerminalOfAccount): void {
    const { account, announcer, connections, storage, status } = this.#parts
    this.#session = null
    storage.lastResult = { result, at: account.now(known) }
    storage.session = null
    // Only now is the terminal free again, and the outcome recorded.
    announcer.announceStep(result.session, result.state, status(known.terminal.simulated))
    connections.send({ type: 'result', ...result })
    for (const resolve of this.#waiting.get(result.session) ?? []) resolve()
    this.#waiting.delete(result.session)
  }

  #persist(session: Session): void {
    const isStep = this.#session?.id !== session.id || this.#session.state !== session.state
    this.#session = session
    this.#parts.storage.session = session
    // The final state is announced once it is recorded.
    if (isStep && isOpen(session)) this.#parts.announcer.announceStep(session.id, session.state, 'busy')
  }

  /** When the session needs the object next, by the platform's clock; Infinity while none is open. */
  get due(): number {
    const session = this.#session
    if (session === null) return Infinity
    const now = Date.now()
    if (session.decision !== null) return now + retryMs
    const deadline = deadlineOf(session)
    // The processor has a limit of its own; after that the alarm finds a session that no instance is calling it for.
    if (deadline === null)
      return now + (this.#calling === session.id ? this.#parts.limits().processorTimeoutMs + 10_000 : retryMs)
    // A new instance does not know the account's clock yet.
    const { cached: known } = this.#parts.account
    return now + (known === null ? retryMs : Math.max(0, deadline.at - this.#parts.account.now(known)))
  }
}
