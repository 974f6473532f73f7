import type { Ledger, Totals } from '../../acquirer/ledger.ts'
import { holds } from '../kernel/model.ts'
import { checkEvents } from './expectedEvents.ts'
import { amountsOf, fromWire, hasMessage, stateOf } from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { Sent } from './requests.ts'
import type { Shown, Snapshot } from './snapshot.ts'

/** After every command: of each payment as shown, of the expected state, and of both ledgers. */
export const checkAll = (
  payments: readonly Payment[],
  snapshot: Snapshot,
  sent: readonly Sent[],
  ledger: Ledger,
): void => {
  for (const shown of snapshot.payments) {
    const payment = payments.find(({ id }) => id === shown.transactionId)!
    checkShown(shown, payment.kind)
    checkAgainstModel(shown, payment)
    checkAgainstLedger(payment, ledger)
  }
  checkEffects(snapshot, sent, ledger)
  checkEvents(payments, snapshot, sent)
}

const amountsShown = (shown: Shown) => {
  const minor = (amount: number) => fromWire(amount, shown.currency)
  return {
    approved: minor(shown.amountAuthorized),
    captured: minor(shown.amountCaptured),
    capturable: minor(shown.amountCapturable),
    credited: minor(shown.amountCredited),
    settled: minor(shown.amountSettled),
  }
}

/** Of a payment by itself: its amounts keep their order, and add up. */
const checkShown = (shown: Shown, kind: Payment['kind']): void => {
  const { approved, captured, capturable, credited, settled } = amountsShown(shown)
  const told = () => JSON.stringify(shown)
  holds(
    0 <= credited &&
      (kind === 'payOut' || credited <= captured) &&
      captured + capturable <= approved &&
      capturable >= 0,
    'amounts keep their order',
    told,
  )
  holds(shown.status !== 'voided' || captured === 0, 'amounts keep their order', told)
  const sum = (type: string, statuses: readonly string[]) =>
    shown.operations
      .filter((operation) => operation.type === type && statuses.includes(operation.status))
      .reduce((total, { amount }) => total + fromWire(amount, shown.currency), 0)
  holds(
    captured === sum('capture', ['approved', 'settled']) &&
      credited === sum('credit', ['approved', 'settled']) &&
      settled === sum('capture', ['settled']),
    'the operations shown add up to the amounts shown',
    told,
  )
}

const checkAgainstModel = (shown: Shown, payment: Payment): void => {
  const told = () => `${JSON.stringify(shown)} is not ${JSON.stringify(payment)} ${JSON.stringify(amountsOf(payment))}`
  for (const { id, status } of payment.operations) {
    const row = shown.operations.find(({ transactionId }) => transactionId === id)
    holds(row?.status === status, 'an operation that has ended stays so', () => `${id} should be ${status}: ${told()}`)
  }
  const state = stateOf(payment)
  holds(shown.status === state, 'status follows from amounts', () => `should be ${state}: ${told()}`)
  const { approved, captured, capturing, credited, settled, rest } = amountsOf(payment)
  const capturable = ['authorized', 'partially_captured'].includes(state) ? rest - capturing : 0
  holds(
    JSON.stringify(amountsShown(shown)) === JSON.stringify({ approved, captured, capturable, credited, settled }),
    'our amounts are those of the model',
    told,
  )
}

/** Where an operation stands at the processor, once nothing of its payment is under way. */
const checkAgainstLedger = (payment: Payment, ledger: Ledger): void => {
  if (payment.operations.some(({ status }) => status === 'pending')) return
  for (const operation of payment.operations) {
    const entry = ledger.find(operation.id)
    const state = entry === undefined ? 'none' : entry.state
    holds(
      !hasMessage(payment, operation) || standsAt[operation.status].includes(state),
      'each operation stands at the processor as it stands here',
      () => `${JSON.stringify(operation)} is ${JSON.stringify(entry)}`,
    )
  }
}

/** By status, the states of an operation at the processor once nothing of its payment is pending. */
const standsAt: Readonly<Record<Operation['status'], readonly string[]>> = {
  pending: [],
  approved: ['approved'],
  settled: ['approved'],
  voided: ['voided'],
  declined: ['declined'],
  failed: ['none', 'declined'],
  reversed: ['none', 'declined', 'reversed'],
  returned: [],
}

/** Every effect at the processor is of an operation of ours, and of no request more than it may have. */
const checkEffects = ({ tags }: Snapshot, sent: readonly Sent[], ledger: Ledger): void => {
  const effects = new Map<number, number>()
  for (const entry of ledger.entries()) {
    const tag = tags.get(entry.op)
    holds(tag !== undefined, 'nothing happens that nobody asked for', () => `${JSON.stringify(entry)} is none of ours`)
    if (entry.effects > 0) effects.set(tag!, (effects.get(tag!) ?? 0) + 1)
  }
  for (const [tag, count] of effects)
    holds(
      count <= (sent[tag]?.lives ?? 0),
      'one key has at most one effect',
      () => `request ${tag} had ${count} effects and ${sent[tag]?.lives} lives`,
    )
}

/** When all is over: nothing is open, and both ledgers come to the same. */
export const checkEnd = (payments: readonly Payment[], snapshot: Snapshot, account: string, ledger: Ledger): void => {
  for (const payment of payments) {
    const { rest } = amountsOf(payment)
    const open = payment.operations.filter(({ status }) => status === 'pending')
    holds(open.length === 0, 'everything is decided in the end', () => JSON.stringify(open))
    holds(
      rest === 0 || !['authorized', 'partially_captured'].includes(stateOf(payment)),
      'everything is decided in the end',
      () => `${payment.id} still holds ${rest}`,
    )
  }
  checkTotals(snapshot.payments, account, ledger)
}

const print = ({ authorized, captured, credited, released, held }: Readonly<Record<keyof Totals, unknown>>): string =>
  `authorized ${authorized}, captured ${captured}, credited ${credited}, released ${released}, held ${held}`

/** Once nothing is pending: the sums of both ledgers agree in each currency. */
export const checkTotals = (payments: readonly Shown[], account: string, ledger: Ledger): void => {
  for (const [currency, own] of Map.groupBy(payments, (payment) => payment.currency)) {
    const total = { authorized: 0, captured: 0, credited: 0, released: 0, held: 0 }
    for (const shown of own) {
      const { approved, captured, capturable, credited } = amountsShown(shown)
      total.credited += credited
      const [first] = shown.operations
      if (first?.status !== 'approved' || first.type === 'credit') continue
      total.authorized += approved
      total.captured += captured
      total.held += capturable
      total.released += approved - captured - capturable
    }
    const [ours, theirs] = [print(total), print(ledger.totals(account, currency))]
    holds(ours === theirs, 'our sums are those of the processor', () => `${currency}: ${ours}, ledger: ${theirs}`)
  }
}
