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
  /** Milliseconds since 1970, by the account's clock: when it began, when the device had it, and when a card was presented. */
  readonly startedAt: number
  readonly receivedAt: number | null
  readonly presentedAt: number | null
  /** The outcome, once it is known: from then on it only has to be recorded. */
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

/** Whether the device can still act on it. */
export const isOpen = ({ decision }: Session): boolean => decision === null

export interface Deadline {
  readonly at: number
  readonly event: Extract<EndingEvent, 'undelivered' | 'notPresented' | 'tooLong'>
}

/** The event that ends the session when its time is over. Null while the processor is called, which has a limit of its own. */
export const deadlineOf = ({ state, startedAt, receivedAt, presentedAt }: Session): Deadline | null => {
  const whole: Deadline = { at: startedAt + deviceLimits.sessionMs, event: 'tooLong' }
  switch (state) {
    case 'queued':
    case 'sent':
      return { at: startedAt + deviceLimits.deliveryMs, event: 'undelivered' }
    case 'awaiting_card': {
      const card: Deadline = { at: (receivedAt ?? startedAt) + deviceLimits.presentMs, event: 'notPresented' }
      return presentedAt === null && card.at < whole.at ? card : whole
    }
    default:
      return null
  }
}

/** The state and the response code that an ending leads to; null where it comes too late. */
export const endingFor = ({ state }: Session, event: EndingEvent) => {
  const next = sessionTransitions[state][event]
  return next === undefined ? null : { state: next, responseCode: endingCodes[event] }
}

/** The session as it is sent to the device. The amount is that of the payment, before any tip. */
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
