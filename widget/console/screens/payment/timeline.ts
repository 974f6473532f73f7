import { html, nothing, type TemplateResult } from 'lit'
import { inProgressCode, isApproval, responseText } from '#contract/transactions/responseCodes'
import { formatMoney } from '../../format/money.ts'
import { exactTime, shortTime } from '../../format/time.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import { declineMeaning, type Transaction } from './payment.ts'
import { paymentTexts } from './texts.ts'

type Operation = Transaction['operations'][number]
type Look = Pick<StateLabel, 'tone' | 'shape'>

/** Something that happened to a payment. */
export type TimelineEntry = {
  readonly at: string
  readonly title: string
  readonly look: Look
  /** What the bank said, what that means, and what happened to it later. */
  readonly notes: readonly string[]
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

const operationEntry = (operation: Operation, currency: number): TimelineEntry => {
  const outcome = outcomeOf(operation)
  const names = Object.hasOwn(texts, operation.type) ? texts[operation.type as 'authorize'] : undefined
  const look = outcome === 'approved' ? (approvedLooks[operation.type] ?? looks.approved) : looks[outcome]
  return {
    at: operation.created,
    title: `${names?.[outcome] ?? texts.other} ${formatMoney(operation.amount, currency)}`,
    look,
    notes: [...responseNotes(operation), ...(later[operation.status] === undefined ? [] : [later[operation.status]!])],
  }
}

/** All that happened to a payment, newest first. */
export const timelineOf = ({ operations, returns, currency }: Transaction): TimelineEntry[] =>
  [
    ...operations.map((operation) => operationEntry(operation, currency)),
    ...returns.map(({ at, amount, code }): TimelineEntry => ({
      at,
      title: `${texts.returned} ${formatMoney(amount, currency)}`,
      look: { tone: 'bad', shape: 'back' },
      notes: code === null ? [] : [texts.bankSaid(responseText(code), code), declineMeaning(code)],
    })),
  ]
    // Two operations of one millisecond stay in their order.
    .toReversed()
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))

/** A time is relative for a week, since it is a date afterwards. */
const recentMs = 7 * 86_400_000

const whenText = (at: string): TemplateResult => {
  const time = new Date(at)
  return Date.now() - time.getTime() < recentMs
    ? html`
        ${timeAgo(at)} · ${shortTime(time)}
      `
    : html`
        <time datetime=${at} title=${exactTime(time)}>${shortTime(time)}</time>
      `
}

export const timeline = (payment: Transaction): TemplateResult => html`
  <section class="panel" aria-labelledby="timeline-title">
    <h2 id="timeline-title">${texts.title}</h2>
    <ol class="timeline">
      ${timelineOf(payment).map(
        ({ at, title, look, notes }) => html`
          <li>
            <p class="timeline-title">${label({ text: title, ...look })}</p>
            ${
              notes.length > 0
                ? html`
                    <p class="small">${notes.join(' ')}</p>
                  `
                : nothing
            }
            <p class="small muted">${whenText(at)}</p>
          </li>
        `,
      )}
    </ol>
  </section>
`
