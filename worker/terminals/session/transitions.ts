import type { SessionState } from '#contract/terminals/device'

/** What happens to a payment at a reader. */
export const sessionEvents = [
  /** It was handed to the reader's connection. */
  'sent',
  'received',
  /** The shopper has given all that was asked, and it was written down. */
  'card',
  'approved',
  'declined',
  /** Nobody knows what became of it, and it is being undone. */
  'unknown',
  /** The shopper does not want to. */
  'cancel',
  /** The merchant does not want to. */
  'abort',
  /** The terminal is deleted. */
  'remove',
  /** The reader cannot go on. */
  'failure',
  'undelivered',
  'notPresented',
  'tooLong',
] as const
export type SessionEvent = (typeof sessionEvents)[number]

type Transitions = Partial<Readonly<Record<SessionEvent, SessionState>>>

/** Until the processor is asked, anybody may stop it. */
const stops: Transitions = {
  cancel: 'canceled',
  abort: 'canceled',
  remove: 'canceled',
  failure: 'failed',
  tooLong: 'timed_out',
}

/** Where each event leads from each state. What does not stand here changes nothing: it comes too early, too late, or twice. */
export const sessionTransitions: Readonly<Record<SessionState, Transitions>> = {
  queued: { ...stops, sent: 'sent', undelivered: 'failed' },
  sent: { ...stops, received: 'awaiting_card', undelivered: 'failed' },
  awaiting_card: { ...stops, card: 'processing', notPresented: 'timed_out' },
  // An approval that may be on its way wins over whoever changes their mind now.
  processing: { approved: 'completed', declined: 'declined', unknown: 'failed' },
  completed: {},
  declined: {},
  canceled: {},
  timed_out: {},
  failed: {},
}

/** The response code of a payment that an event ends without the processor being asked. */
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
