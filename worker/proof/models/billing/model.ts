import type { Snapshot } from './snapshot.ts'

/** A change of a subscription by its merchant, or of its customer's card. */
export type Change =
  | { readonly verb: 'pause' | 'resume' | 'cancel' | 'card' }
  /** `until`: the end of the pause, in milliseconds since 1970. */
  | { readonly verb: 'pauseUntil'; readonly until: number; readonly resumesAt: string }
  | { readonly verb: 'reprice'; readonly total: number }

/** Names a subscription. */
export interface Subject {
  readonly account: string
  readonly customer: string
  readonly subscription: string
}

/** What the model knows of a subscription, by what was asked and acknowledged. */
export interface Known {
  readonly subject: Subject
  /** The dates of its bills, by the calendars on the walls. */
  readonly dates: readonly string[]
  readonly installments: number
  /** What the next bill costs, in minor units. */
  price: number
  canceled: boolean
  /** Until when it is paused, Infinity for no end; null where it is not. */
  pausedUntil: number | null
  /** No period that began before is billed any more, unless its bill was opened then. Milliseconds since 1970. */
  notBefore: number
  /** Cards that came: how many attempts there were, and whether the next one is certainly made for it alone. */
  readonly cards: { readonly after: number; readonly isSure: boolean }[]
  /** As it was after the step before. */
  last: Snapshot
}

/** What a step did to whom, and between which moments. */
export interface Happened {
  readonly known: Known | null
  readonly change: Change | null
  /** Whether others were at work at the same time, so that the order is not known. */
  readonly together: boolean
  readonly acknowledged: boolean
  /** Whether nobody heard what became of it. */
  readonly lost: boolean
  readonly from: number
  readonly to: number
}

/** Another card became the default: where a bill waits for one, it is tried beside the schedule. */
export const cardCame = ({ cards, last }: Known, { lost, together }: Happened, { row, attempts }: Snapshot): void => {
  if (together || lost) cards.push({ after: attempts.length, isSure: false })
  else if (row.newMethod === 1) cards.push({ after: last.attempts.length, isSure: true })
}

/** What a change means once it was acknowledged, or may have. */
export const applied = (
  known: Known,
  { change, acknowledged, lost, together, from }: Happened,
  { row }: Snapshot,
): void => {
  if (change === null || (!acknowledged && !lost)) return
  const was = known.pausedUntil
  switch (change.verb) {
    case 'reprice':
      if (acknowledged || row.total === change.total) known.price = change.total
      break
    case 'cancel':
      known.canceled = acknowledged || row.status === 'canceled'
      break
    case 'card':
      return
  }
  if (known.canceled) {
    known.pausedUntil = null
    return
  }
  // Where others were at work, or nobody heard: it is as it is seen, and every charge from now on is held against that.
  known.pausedUntil =
    row.status === 'paused' ? (together || lost ? (row.resumesAt ?? Infinity) : expectedPause(was, change)) : null
  if (was !== null && known.pausedUntil === null) known.notBefore = Math.max(known.notBefore, Math.min(was, from))
}

const expectedPause = (was: number | null, change: Change): number | null => {
  switch (change.verb) {
    case 'pause':
      return was ?? Infinity
    case 'pauseUntil':
      return change.until
    default:
      return null
  }
}

/** An account during a command. */
export interface AccountKnown {
  readonly zone: string
  /** Whether its time zone has changed. */
  readonly moved: boolean
  readonly suspended: boolean
}
