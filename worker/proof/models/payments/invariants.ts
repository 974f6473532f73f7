import type { Capabilities } from '../../../processors/processor.ts'
import type { Totals } from '../../acquirer/ledger.ts'
import type { System } from '../kernel/gateway.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { ComparedLedger } from '../kernel/otherSide.ts'
import { checkAttention } from './attention.ts'
import { checkEvents } from './expectedEvents.ts'
import { amountsOf, fromWire, isCapturedAtOnce, isKnownToProcessor, stateOf } from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { SentRequest } from './requests.ts'
import type { PaymentResource, Snapshot } from './snapshot.ts'
import type { State } from './state.ts'

/** Runs after every command: compares each payment with the expected state and with the processor's ledger. */
export const checkInvariants = (state: State): void => {
  const { payments, snapshot, sent, system } = state
  const { can, ledger } = system
  for (const resource of snapshot.payments) {
    const payment = payments.find(({ id }) => id === resource.transactionId)!
    checkAmounts(resource, payment.kind)
    checkTimes(resource, system.now())
    checkAgainstModel(resource, payment)
    checkAgainstLedger(payment, resource, can, ledger)
  }
  checkEffects(snapshot, sent, ledger)
  checkTraffic(system)
  checkEvents(state)
  checkAttention(state)
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

/** Operations are created after their payment, and none in the future. */
const checkTimes = ({ created, operations }: PaymentResource, now: number): void =>
  assertInvariant(
    operations.every((operation) => created <= operation.created && Date.parse(operation.created) <= now),
    'operations are created after their payment',
    () => JSON.stringify(operations),
  )

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

/** Once no operation of a payment is pending, not even a reversal, each has the same state at the processor. */
const checkAgainstLedger = (
  payment: Payment,
  resource: PaymentResource,
  can: Capabilities,
  ledger: ComparedLedger,
): void => {
  // A late approval of a reversed payment makes its reversal pending again.
  if (resource.operations.some(({ status }) => status === 'pending')) return
  for (const operation of payment.operations) {
    const entry = ledger.find(operation.id)
    const state = entry === undefined ? 'none' : entry.state
    if (state === 'reversed' && isReversedAtExpiry(payment, operation, can)) continue
    assertInvariant(
      !isKnownToProcessor(payment, operation) || ledgerStates[operation.status].includes(state),
      'each operation has the same state at the processor',
      () => `${JSON.stringify(operation)} is ${JSON.stringify(entry)}`,
    )
  }
}

/** A processor that releases no rest of a hold gets the whole hold reversed. */
const isReversedAtExpiry = (payment: Payment, { id }: Operation, { givesBackRest }: Capabilities): boolean =>
  !givesBackRest && id === payment.id && stateOf(payment) === 'expired'

/** By status, the states of an operation at the processor once nothing of its payment is pending. */
const ledgerStates: Readonly<Record<Operation['status'], readonly string[]>> = {
  pending: [],
  approved: ['approved'],
  settled: ['approved'],
  voided: ['voided'],
  declined: ['declined'],
  // A person may have undone it at the processor.
  failed: ['none', 'declined', 'reversed'],
  reversed: ['none', 'declined', 'reversed'],
  returned: [],
}

/** Each effect at the processor belongs to an operation, and no request has more effects than allowed. */
const checkEffects = ({ tags }: Snapshot, sent: readonly SentRequest[], ledger: ComparedLedger): void => {
  const effects = new Map<number, number>()
  for (const entry of ledger.entries()) {
    const tag = tags.get(entry.op)
    assertInvariant(
      tag !== undefined,
      'every effect belongs to a request',
      () => `${JSON.stringify(entry)} has no operation`,
    )
    assertInvariant(entry.effects <= 1, 'the processor executes an operation once', () => JSON.stringify(entry))
    if (entry.effects > 0) effects.set(tag!, (effects.get(tag!) ?? 0) + 1)
  }
  for (const [tag, count] of effects)
    assertInvariant(
      count <= (sent[tag]?.allowedEffects ?? 0),
      'an idempotency key has at most one effect',
      () => `request ${tag} had ${count} effects and ${sent[tag]?.allowedEffects} allowed effects`,
    )
}

/**
 * A processor without idempotency gets a capture, void or credit again only after a look-up has shown that the last request had no effect.
 */
const checkTraffic = ({ traffic, can: { repeats, visibleAfterMs } }: System): void => {
  if (repeats === 'byKey') return
  for (const [op, requests] of Map.groupBy(traffic, (request) => request.op)) {
    let sent = -Infinity
    let isProved = true
    for (const { kind, at } of requests) {
      if (kind === 'absent' && at >= sent + visibleAfterMs) isProved = true
      if (kind !== 'sent') continue
      assertInvariant(
        isProved,
        'nothing is sent twice that may have happened',
        () => `${op} was sent at ${at} and at ${sent}, and nothing proved in between that it had not happened`,
      )
      sent = at
      isProved = false
    }
  }
}

/** Captures and credits that a processor has settled by itself, and that are not settled here. */
export const leftUnsettled = ({ payments, system: { can, ledger } }: State): Operation[] =>
  can.settles === 'byGateway'
    ? []
    : payments.flatMap(({ id, kind, operations }) =>
        operations.filter((operation) => {
          const isMovement = operation.type === 'capture' || operation.type === 'credit'
          const isOfFirst = operation.type === 'capture' && isCapturedAtOnce(kind)
          const entry = ledger.find(isOfFirst ? id : operation.id)
          return isMovement && operation.status === 'approved' && entry?.settled === true
        }),
      )

/** At the end of a history: nothing is pending, and both ledgers agree. */
export const checkEnd = ({ payments, snapshot, system }: State): void => {
  const { can, ledger, accounts } = system
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
  checkTotals(snapshot.payments, accounts[0].id, can, ledger)
}

type PrintedTotals = Readonly<Record<keyof Totals, number | bigint>>

const print = ({ authorized, captured, credited, released, held }: PrintedTotals): string =>
  `authorized ${authorized}, captured ${captured}, credited ${credited}, released ${released}, held ${held}`

/** What the gateway does not use of a hold lapses at the issuer later, if the processor cannot release it. */
const withoutRest = (totals: PrintedTotals): PrintedTotals => ({
  ...totals,
  released: Number(totals.released) + Number(totals.held),
  held: 0,
})

/** Once nothing is pending, the totals of both ledgers agree in each currency. */
export const checkTotals = (
  payments: readonly PaymentResource[],
  account: string,
  { givesBackRest }: Capabilities,
  ledger: ComparedLedger,
): void => {
  for (const [currency, own] of Map.groupBy(payments, (payment) => payment.currency)) {
    const total = { authorized: 0, captured: 0, credited: 0, released: 0, held: 0 }
    for (const resource of own) {
      const { approved, captured, capturable, credited } = toMinorAmounts(resource)
      total.credited += credited
      const [first] = resource.operations
      if (first?.status !== 'approved' || first.type === 'credit') continue
      // The ledger has no authorization any more: its whole hold was reversed.
      if (!givesBackRest && resource.status === 'expired') continue
      total.authorized += approved
      total.captured += captured
      total.held += capturable
      total.released += approved - captured - capturable
    }
    const [ours, theirs] = [total as PrintedTotals, ledger.totals(account, currency)].map((totals) =>
      print(givesBackRest ? totals : withoutRest(totals)),
    )
    assertInvariant(
      ours === theirs,
      "totals match the processor's ledger",
      () => `${currency}: ${ours}, ledger: ${theirs}`,
    )
  }
}
