import { deviceLimits } from '#contract/terminals/device'
import type { DevicePayment, Prompts, SessionState } from '#contract/terminals/device'
import { currencies } from '#contract/money/currencies'
import { decimalText } from '../../domain/money.ts'
import type { Decision } from '../../domain/transactions/initiate/decide.ts'
import type { PendingTransaction } from '../../domain/transactions/initiate/createPending.ts'
import { endingCodes, sessionTransitions } from './transitions.ts'
import type { EndingEvent } from './transitions.ts'

/** A payment at a terminal. */
export interface Session {
  /** The transaction's id. */
  readonly id: string
  readonly opened: PendingTransaction
  readonly prompts: Prompts
  readonly state: SessionState
  /** Milliseconds since 1970, by the account's clock: when it started, when the device received it, when a card was presented. */
  readonly startedAt: number
  readonly receivedAt: number | null
  readonly presentedAt: number | null
  /** Set when the outcome is decided and not yet recorded in the database. */
  readonly decision: Decision | null
}

export const newSession = (opened: PendingTransaction, prompts: Prompts, now: number): Session => ({
  id: String(opened.id),
  opened,
  prompts,
  state: 'queued',
  startedAt: now,
  receivedAt: null,
  presentedAt: null,
  decision: null,
})

/** Whether the device can still change the session. */
export const isOpen = ({ decision }: Session): boolean => decision === null

export interface Deadline {
  readonly at: number
  readonly event: Extract<EndingEvent, 'undelivered' | 'notPresented' | 'tooLong'>
}

/** The event that ends the session on time-out. Null during the processor call, which has a time-out of its own. */
export const deadlineOf = ({ state, startedAt, receivedAt, presentedAt }: Session): Deadline | null => {
  const total: Deadline = { at: startedAt + deviceLimits.sessionMs, event: 'tooLong' }
  switch (state) {
    case 'queued':
    case 'sent':
      return { at: startedAt + deviceLimits.deliveryMs, event: 'undelivered' }
    case 'awaiting_card': {
      const card: Deadline = { at: (receivedAt ?? startedAt) + deviceLimits.presentMs, event: 'notPresented' }
      return presentedAt === null && card.at < total.at ? card : total
    }
    default:
      return null
  }
}

/** The final state and response code of an event; null if the session can no longer end by it. */
export const endingFor = ({ state }: Session, event: EndingEvent) => {
  const next = sessionTransitions[state][event]
  return next === undefined ? null : { state: next, responseCode: endingCodes[event] }
}

/** The session in the form that is sent to the device. Its amount excludes the tip. */
export const devicePayment = ({ id, opened, prompts, state, ...times }: Session, now: number): DevicePayment => {
  const price = { ...opened.amount, minor: opened.amount.minor - opened.tip }
  const left = (since: number, ms: number) => Math.max(0, since + ms - now)
  return {
    session: id,
    transactionType: opened.type,
    amount: {
      value: decimalText(price),
      currency: currencies.get(price.currency)?.code ?? '',
      exponent: price.exponent,
    },
    prompts,
    state: state === 'awaiting_card' || state === 'processing' ? state : 'sent',
    presentWithinMs: left(times.receivedAt ?? times.startedAt, deviceLimits.presentMs),
    endsWithinMs: left(times.startedAt, deviceLimits.sessionMs),
  }
}
