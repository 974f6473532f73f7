import { deviceLimits } from '#contract/device'
import type { DevicePayment, Prompts, SessionState } from '#contract/device'
import { currencies } from '#contract/currencies'
import { decimalText } from '../domain/money.ts'
import type { Decision } from '../domain/transactions/decide.ts'
import type { PendingTransaction } from '../domain/transactions/createPending.ts'
import { endings, sessionSteps } from './states.ts'
import type { Ending } from './states.ts'

/** A payment at a reader, as the reader's object keeps it: plain data, and nothing of a card but what the database has, too. */
export interface Session {
  /** The transaction's id. */
  readonly id: string
  readonly opened: PendingTransaction
  readonly prompts: Prompts
  readonly state: SessionState
  /** When it began and, from then on, when the reader had it and when a card was presented: by the account's clock, in milliseconds. */
  readonly begun: number
  readonly received: number | null
  readonly presented: number | null
  /** What it ends with, once that is known: from then on it only has to be written down. */
  readonly judged: Decision | null
}

export const newSession = (opened: PendingTransaction, prompts: Prompts, now: number): Session => ({
  id: String(opened.id),
  opened,
  prompts,
  state: 'queued',
  begun: now,
  received: null,
  presented: null,
  judged: null,
})

/** Whether a reader can still do something about it. */
export const isOpen = ({ judged }: Session): boolean => judged === null

export interface Deadline {
  readonly at: number
  readonly event: Extract<Ending, 'undelivered' | 'notPresented' | 'tooLong'>
}

/** What happens by itself, and when. Null while the processor is asked, which has a limit of its own. */
export const deadlineOf = ({ state, begun, received, presented }: Session): Deadline | null => {
  const whole: Deadline = { at: begun + deviceLimits.sessionMs, event: 'tooLong' }
  switch (state) {
    case 'queued':
    case 'sent':
      return { at: begun + deviceLimits.deliveryMs, event: 'undelivered' }
    case 'awaiting_card': {
      const card: Deadline = { at: (received ?? begun) + deviceLimits.presentMs, event: 'notPresented' }
      return presented === null && card.at < whole.at ? card : whole
    }
    default:
      return null
  }
}

/** The state that an ending leads to; null where it comes too late. */
export const endedBy = ({ state }: Session, event: Ending) => {
  const next = sessionSteps[state][event]
  return next === undefined ? null : { state: next, responseCode: endings[event] }
}

/** What the reader is told of it. The amount is that of the payment, before any tip. */
export const devicePayment = ({ id, opened, prompts, state, ...times }: Session, now: number): DevicePayment => {
  const price = { ...opened.asked, minor: opened.asked.minor - opened.tip }
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
    presentWithinMs: left(times.received ?? times.begun, deviceLimits.presentMs),
    endsWithinMs: left(times.begun, deviceLimits.sessionMs),
  }
}
