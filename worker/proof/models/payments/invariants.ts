import type { Ledger, Totals } from '../../acquirer/ledger.ts'
import { amountsOf, fromWire, hasMessage, stateOf } from './ledger.ts'
import type { Operation, Payment } from './ledger.ts'
import type { Sent } from './requests.ts'
import { checkTold } from './told.ts'
import type { Seen, Shown, UnderTest } from './underTest.ts'
import { holds } from './violation.ts'

/** After every step: of what is shown by itself, of what is shown and the model, and of both books. */
export const checkAll = (payments: readonly Payment[], seen: Seen, sent: readonly Sent[], book: Ledger): void => {
  for (const shown of seen.payments) {
    const payment = payments.find(({ id }) => id === shown.transactionId)!
    checkShown(shown, payment)
    checkAgainstModel(shown, payment)
    checkAgainstLedger(payment, book)
  }
  checkEffects(seen, sent, book)
  checkTold(payments, seen, sent)
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

const checkShown = (shown: Shown, { kind }: Payment): void => {
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
const checkAgainstLedger = (payment: Payment, book: Ledger): void => {
  if (payment.operations.some(({ status }) => status === 'pending')) return
  for (const operation of payment.operations) {
    const entry = book.find(operation.id)
    const state = entry === undefined ? 'none' : entry.state
    holds(
      !hasMessage(payment, operation) || standsAt[operation.status].includes(state),
      'each operation stands at the processor as it stands here',
      () => `${JSON.stringify(operation)} is ${JSON.stringify(entry)}`,
    )
  }
}

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
const checkEffects = ({ tags }: Seen, sent: readonly Sent[], book: Ledger): void => {
  const effects = new Map<number, number>()
  for (const entry of book.entries()) {
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

/** When all is over: nothing is open, and both books come to the same. */
export const checkEnd = (
  payments: readonly Payment[],
  { book, account }: Pick<UnderTest, 'book' | 'account'>,
): void => {
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
  for (const currency of new Set(payments.map((payment) => payment.currency))) {
    const ours = print(ourTotals(payments.filter((payment) => payment.currency === currency)))
    const theirs = print(book.totals(account, currency))
    holds(ours === theirs, 'our sums are those of the processor', () => `${currency}: ${ours}, book: ${theirs}`)
  }
}

const print = ({ authorized, captured, credited, released, held }: Totals): string =>
  `authorized ${authorized}, captured ${captured}, credited ${credited}, released ${released}, held ${held}`

/** Of payments that stand, as the acquirer counts them. */
const ourTotals = (payments: readonly Payment[]): Totals => {
  const totals = { authorized: 0, captured: 0, credited: 0, released: 0, held: 0 }
  for (const payment of payments) {
    const { approved, captured, credited, released, rest } = amountsOf(payment)
    totals.credited += credited
    if (payment.operations[0]?.status !== 'approved' || payment.kind === 'payOut') continue
    totals.authorized += approved
    totals.captured += captured
    totals.released += released
    totals.held += rest
  }
  const { authorized, captured, credited, released, held } = totals
  return {
    authorized: BigInt(authorized),
    captured: BigInt(captured),
    credited: BigInt(credited),
    released: BigInt(released),
    held: BigInt(held),
  }
}
