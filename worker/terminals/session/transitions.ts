import type { SessionState } from '#contract/terminals/device'

/** Events of a session. */
export const sessionEvents = [
  /** The payment was sent over the device's connection. */
  'sent',
  'received',
  /** The card and all prompted answers are stored. */
  'card',
  'approved',
  'declined',
  /** The outcome at the processor is unknown, and a reversal is requested. */
  'unknown',
  /** Canceled by the shopper. */
  'cancel',
  /** Canceled by the merchant. */
  'abort',
  /** The terminal was deleted. */
  'remove',
  /** The device reported a failure. */
  'failure',
  'undelivered',
  'notPresented',
  'tooLong',
] as const
export type SessionEvent = (typeof sessionEvents)[number]

type Transitions = Partial<Readonly<Record<SessionEvent, SessionState>>>

/** Valid in every state before the processor call. */
const cancellations: Transitions = {
  cancel: 'canceled',
  abort: 'canceled',
  remove: 'canceled',
  failure: 'failed',
  tooLong: 'timed_out',
}

/** The next state by state and event. An event without an entry is ignored: it is too early, too late, or a duplicate. */
export const sessionTransitions: Readonly<Record<SessionState, Transitions>> = {
  queued: { ...cancellations, sent: 'sent', undelivered: 'failed' },
  sent: { ...cancellations, received: 'awaiting_card', undelivered: 'failed' },
  awaiting_card: { ...cancellations, card: 'processing', notPresented: 'timed_out' },
  // An approval may already be under way, so cancellations are ignored.
  processing: { approved: 'completed', declined: 'declined', unknown: 'failed' },
  completed: {},
  declined: {},
  canceled: {},
  timed_out: {},
  failed: {},
}

/** The response code of a payment that ends without a call to the processor. */
export const endingCodes = {
  undelivered: 'G10',
  notPresented: 'G12',
  tooLong: 'G12',
  cancel: 'G13',
  remove: 'G14',
  abort: 'G15',
  failure: '96',
} as const satisfies Partial<Record<SessionEvent, string>>
export type EndingEvent = keyof typeof endingCodes
