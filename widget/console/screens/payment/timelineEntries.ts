import { inProgressCode, isApproval, responseText } from '#contract/transactions/responseCodes'
import type { Event } from '../../../client/types.ts'
import { formatMoney } from '../../format/money.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { declineMeaning, type Transaction } from './payment.ts'
import type { Related } from './related.ts'
import { paymentTexts } from './texts.ts'

type Operation = Transaction['operations'][number]
type Look = Pick<StateLabel, 'tone' | 'shape'>
type Actor = NonNullable<Operation['actor']>

/** Something that happened to a payment. */
export type TimelineEntry = {
  readonly at: string
  readonly title: string
  readonly look: Look
  /** Who did it; empty if it is not known. */
  readonly by: string
  /** What the bank said, what that means, and what happened to it later. */
  readonly notes: readonly string[]
  /** The event that webhooks receive. */
  readonly event?: Event
}

const texts = paymentTexts.timeline

type Outcome = 'approved' | 'declined' | 'pending' | 'failed'

const outcomes: Readonly<Record<string, Outcome>> = { pending: 'pending', declined: 'declined', failed: 'failed' }

const outcomeOf = ({ status, approved }: Operation): Outcome => outcomes[status] ?? (approved ? 'approved' : 'failed')

const looks: Readonly<Record<Outcome, Look>> = {
  approved: { tone: 'good', shape: 'full' },
  declined: { tone: 'bad', shape: 'cross' },
  failed: { tone: 'bad', shape: 'cross' },
  pending: { tone: 'quiet', shape: 'dots' },
}

const approvedLooks: Readonly<Record<string, Look>> = {
  authorize: { tone: 'calm', shape: 'ring' },
  void: { tone: 'quiet', shape: 'dash' },
  credit: { tone: 'quiet', shape: 'back' },
  reversal: { tone: 'quiet', shape: 'back' },
}

const later: Readonly<Record<string, string>> = {
  voided: texts.laterVoided,
  reversed: texts.laterReversed,
  returned: texts.laterReturned,
  settled: texts.isSettled,
}

/** What was said about an operation. An approval without a reservation needs no words. */
const responseNotes = ({ responseCode: code }: Operation): string[] => {
  if (code === null || code === '00') return []
  if (code === inProgressCode) return [texts.inProgress]
  if (code === '10') return [texts.partial]
  const said = code.startsWith('G') ? texts.gatewaySaid : texts.bankSaid
  return [said(responseText(code), code), ...(isApproval(code) ? [] : [declineMeaning(code)])]
}

/** Who did something, in words. */
export const actorText = ({ kind, id, name }: Actor): string => {
  if (kind === 'member') return texts.by.member(name ?? '')
  if (kind === 'system') return texts.by.system(name ?? id)
  return name ? texts.by.key(name) : texts.by.unnamedKey(id)
}

const byOf = ({ type, actor, transactionId }: Operation, { checkout, originalTransactionId }: Transaction): string => {
  // The key that created a checkout stands for its shopper, who pays once.
  const isShoppers =
    checkout && (transactionId === originalTransactionId || type === 'capture') && actor?.kind === 'key'
  if (isShoppers) return texts.by.shopper
  if (actor) return actorText(actor)
  return type === 'reversal' ? texts.by.gateway : ''
}

const operationEntry = (operation: Operation, payment: Transaction): TimelineEntry => {
  const outcome = outcomeOf(operation)
  const names = Object.hasOwn(texts, operation.type) ? texts[operation.type as 'authorize'] : undefined
  const look = outcome === 'approved' ? (approvedLooks[operation.type] ?? looks.approved) : looks[outcome]
  return {
    at: operation.created,
    title: `${names?.[outcome] ?? texts.other} ${formatMoney(operation.amount, payment.currency)}`,
    look,
    by: byOf(operation, payment),
    notes: [...responseNotes(operation), ...(later[operation.status] === undefined ? [] : [later[operation.status]!])],
  }
}

const returnEntries = ({ returns, currency }: Transaction): TimelineEntry[] =>
  returns.map(({ at, amount, code }) => ({
    at,
    title: `${texts.returned} ${formatMoney(amount, currency)}`,
    look: { tone: 'bad', shape: 'back' },
    by: '',
    notes: code === null ? [] : [texts.bankSaid(responseText(code), code), declineMeaning(code)],
  }))

const disputeEntries = ({ disputes = [] }: Related): TimelineEntry[] =>
  disputes.flatMap(({ stages, reason, amount, currency }) =>
    stages.map(({ stage, at }, index): TimelineEntry => ({
      at,
      title: `${texts.dispute[stage] ?? stage} ${formatMoney(amount, currency)}`,
      look: stage === 'won' ? looks.approved : { tone: 'warn', shape: 'mark' },
      by: '',
      notes: index === 0 ? [reason.text] : [],
    })),
  )

const receiptEntries = ({ checkout }: Related): TimelineEntry[] =>
  (checkout?.receipts ?? []).map(({ at, recipient, state, actor }) => ({
    at,
    title: state === 'sent' ? texts.receipt.sent : texts.receipt.failed,
    look: state === 'sent' ? { tone: 'quiet', shape: 'full' } : looks.failed,
    by: actor === null ? texts.by.gateway : actorText(actor),
    notes: [recipient === 'other' ? texts.receipt.other : texts.receipt.shopper],
  }))

/** What persons found at the processor about operations without an outcome. */
const resolutionEntries = ({ resolutions = [], operations }: Transaction): TimelineEntry[] =>
  resolutions.map(({ operation, outcome, note, at, actor }) => {
    const type = operations.find(({ transactionId }) => transactionId === operation)?.type ?? ''
    return {
      at,
      title: (texts.resolved.outcomes[outcome] ?? texts.resolved.other)(
        paymentTexts.resolve.operations[type] ?? texts.resolved.operation,
      ),
      look: { tone: 'quiet', shape: 'mark' },
      by: actorText(actor),
      notes: [texts.resolved.note(note)],
    }
  })

const eventEntries = ({ events = [] }: Related): TimelineEntry[] =>
  events.map((event) => ({
    at: event.timestamp,
    title: texts.event(event.type),
    look: { tone: 'quiet', shape: 'ring' },
    by: '',
    notes: [],
    event,
  }))

/** All that happened to a payment, newest first. */
export const timelineOf = (payment: Transaction, related: Related = { isIncomplete: false }): TimelineEntry[] =>
  [
    ...payment.operations.map((operation) => operationEntry(operation, payment)),
    ...resolutionEntries(payment),
    ...returnEntries(payment),
    ...disputeEntries(related),
    ...receiptEntries(related),
    ...eventEntries(related),
  ]
    // Two entries of one millisecond stay in their order.
    .toReversed()
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
