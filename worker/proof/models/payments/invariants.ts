import type { Ledger, Totals } from '../../acquirer/ledger.ts'
import { assertInvariant } from '../kernel/model.ts'
import { checkEvents } from './expectedEvents.ts'
import { amountsOf, fromWire, isKnownToProcessor, stateOf } from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { SentRequest } from './requests.ts'
import type { PaymentResource, Snapshot } from './snapshot.ts'

/** Runs after every command: compares each payment with the expected state and with the processor's ledger. */
export const checkInvariants = (
  payments: readonly Payment[],
  snapshot: Snapshot,
  sent: readonly SentRequest[],
  ledger: Ledger,
): void => {
  for (const resource of snapshot.payments) {
    const payment = payments.find(({ id }) => id === resource.transactionId)!
    checkAmounts(resource, payment.kind)
    checkAgainstModel(resource, payment)
    checkAgainstLedger(payment, ledger)
  }
  checkEffects(snapshot, sent, ledger)
  checkEvents(payments, snapshot, sent)
}

const toMinorAmounts = (resource: PaymentResource) => {
  const minor = (amount: number) => fromWire(amount, resource.currency)
  return {
    approved: minor(resource.amountAuthorized),
    captured: minor(resource.amountCaptured),
    capturable: minor(resource.amountCapturable),
    credited: minor(resource.amountCredited),
    settled: minor(resource.amountSettled),
  }
}

/** A payment is consistent in itself. */
const checkAmounts = (resource: PaymentResource, kind: Payment['kind']): void => {
  const { approved, captured, capturable, credited, settled } = toMinorAmounts(resource)
  const detail = () => JSON.stringify(resource)
  assertInvariant(
    0 <= credited &&
      (kind === 'unreferencedCredit' || credited <= captured) &&
      captured + capturable <= approved &&
      capturable >= 0,
    'amounts stay within their limits',
    detail,
  )
  assertInvariant(resource.status !== 'voided' || captured === 0, 'amounts stay within their limits', detail)
  const sum = (type: string, statuses: readonly string[]) =>
    resource.operations
      .filter((operation) => operation.type === type && statuses.includes(operation.status))
      .reduce((total, { amount }) => total + fromWire(amount, resource.currency), 0)
  assertInvariant(
    captured === sum('capture', ['approved', 'settled']) &&
      credited === sum('credit', ['approved', 'settled']) &&
      settled === sum('capture', ['settled']),
    'operations add up to the amounts of their payment',
    detail,
  )
}

const checkAgainstModel = (resource: PaymentResource, payment: Payment): void => {
  const detail = () =>
    `${JSON.stringify(resource)} is not ${JSON.stringify(payment)} ${JSON.stringify(amountsOf(payment))}`
  for (const { id, status } of payment.operations) {
    const row = resource.operations.find(({ transactionId }) => transactionId === id)
    assertInvariant(
      row?.status === status,
      'a final status never changes',
      () => `${id} should be ${status}: ${detail()}`,
    )
  }
  const state = stateOf(payment)
  assertInvariant(resource.status === state, 'the status matches the amounts', () => `should be ${state}: ${detail()}`)
  const { approved, captured, capturing, credited, settled, uncaptured } = amountsOf(payment)
  const capturable = ['authorized', 'partially_captured'].includes(state) ? uncaptured - capturing : 0
  assertInvariant(
    JSON.stringify(toMinorAmounts(resource)) === JSON.stringify({ approved, captured, capturable, credited, settled }),
    'amounts match the model',
    detail,
  )
}

/** Once no operation of a payment is pending, each has the same state at the processor. */
const checkAgainstLedger = (payment: Payment, ledger: Ledger): void => {
  if (payment.operations.some(({ status }) => status === 'pending')) return
  for (const operation of payment.operations) {
    const entry = ledger.find(operation.id)
    const state = entry === undefined ? 'none' : entry.state
    assertInvariant(
      !isKnownToProcessor(payment, operation) || ledgerStates[operation.status].includes(state),
      'each operation has the same state at the processor',
      () => `${JSON.stringify(operation)} is ${JSON.stringify(entry)}`,
    )
  }
}

/** By status, the states of an operation at the processor once nothing of its payment is pending. */
const ledgerStates: Readonly<Record<Operation['status'], readonly string[]>> = {
  pending: [],
  approved: ['approved'],
  settled: ['approved'],
  voided: ['voided'],
  declined: ['declined'],
  failed: ['none', 'declined'],
  reversed: ['none', 'declined', 'reversed'],
  returned: [],
}

/** Each effect at the processor belongs to an operation, and no request has more effects than allowed. */
const checkEffects = ({ tags }: Snapshot, sent: readonly SentRequest[], ledger: Ledger): void => {
  const effects = new Map<number, number>()
  for (const entry of ledger.entries()) {
    const tag = tags.get(entry.op)
    assertInvariant(
      tag !== undefined,
      'every effect belongs to a request',
      () => `${JSON.stringify(entry)} has no operation`,
    )
    if (entry.effects > 0) effects.set(tag!, (effects.get(tag!) ?? 0) + 1)
  }
  for (const [tag, count] of effects)
    assertInvariant(
      count <= (sent[tag]?.allowedEffects ?? 0),
      'an idempotency key has at most one effect',
      () => `request ${tag} had ${count} effects and ${sent[tag]?.allowedEffects} allowed effects`,
    )
}

/** At the end of a history: nothing is pending, and both ledgers agree. */
export const checkEnd = (payments: readonly Payment[], snapshot: Snapshot, account: string, ledger: Ledger): void => {
  for (const payment of payments) {
    const { uncaptured } = amountsOf(payment)
    const pending = payment.operations.filter(({ status }) => status === 'pending')
    assertInvariant(pending.length === 0, 'nothing is pending after recovery', () => JSON.stringify(pending))
    assertInvariant(
      uncaptured === 0 || !['authorized', 'partially_captured'].includes(stateOf(payment)),
      'nothing is pending after recovery',
      () => `${payment.id} still holds ${uncaptured}`,
    )
  }
  checkTotals(snapshot.payments, account, ledger)
}

const print = ({ authorized, captured, credited, released, held }: Readonly<Record<keyof Totals, unknown>>): string =>
  `authorized ${authorized}, captured ${captured}, credited ${credited}, released ${released}, held ${held}`

/** Once nothing is pending, the totals of both ledgers agree in each currency. */
export const checkTotals = (payments: readonly PaymentResource[], account: string, ledger: Ledger): void => {
  for (const [currency, own] of Map.groupBy(payments, (payment) => payment.currency)) {
    const total = { authorized: 0, captured: 0, credited: 0, released: 0, held: 0 }
    for (const resource of own) {
      const { approved, captured, capturable, credited } = toMinorAmounts(resource)
      total.credited += credited
      const [first] = resource.operations
      if (first?.status !== 'approved' || first.type === 'credit') continue
      total.authorized += approved
      total.captured += captured
      total.held += capturable
      total.released += approved - captured - capturable
    }
    const [ours, theirs] = [print(total), print(ledger.totals(account, currency))]
    assertInvariant(
      ours === theirs,
      "totals match the processor's ledger",
      () => `${currency}: ${ours}, ledger: ${theirs}`,
    )
  }
}
