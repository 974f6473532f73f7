import type { Ledger, Totals } from '../acquirer/ledger.ts'
import type { Deliveries, Seen, Shown } from './seen.ts'
import { checkTold } from './told.ts'
import { holds } from './violation.ts'
import type { Thing, World } from './world.ts'

/** After every step: of what is shown by itself, of what was answered before, and of both books. */
export const checkAll = (world: World, before: Seen): void => {
  const { seen, under } = world
  for (const payment of seen.payments) {
    checkAmounts(payment)
    checkBook(payment, under.book)
  }
  checkEnded(seen, before)
  checkEffects(world)
  checkRequests(world)
  checkVault(world)
  checkSubscriptions(world)
  checkCheckouts(world)
  checkSilent(world)
  checkThings('a card reader', world.readers, seen.readers)
  checkThings('a webhook', world.webhooks, new Set(seen.webhooks.keys()))
  holds(
    seen.seenByOthers === 0,
    'what is of an account is seen by nobody else',
    () => `others see ${seen.seenByOthers} of it`,
  )
  checkTold(world, seen, before)
}

const cents = (amount: number): number => Math.round(amount * 100)

const amountsOf = (shown: Shown) => ({
  approved: cents(shown.amountAuthorized),
  captured: cents(shown.amountCaptured),
  capturable: cents(shown.amountCapturable),
  credited: cents(shown.amountCredited),
  settled: cents(shown.amountSettled),
})

type Amounts = ReturnType<typeof amountsOf>

/** What a state says of the amounts. */
const states: Readonly<Record<string, (amounts: Amounts) => boolean>> = {
  pending: ({ captured, credited }) => captured === 0 && credited === 0,
  declined: ({ approved, captured, credited }) => approved + captured + credited === 0,
  failed: ({ approved, captured, credited }) => approved + captured + credited === 0,
  reversed: ({ captured, credited }) => captured + credited === 0,
  authorized: ({ approved, captured, credited }) => approved > 0 && captured + credited === 0,
  partially_captured: ({ approved, captured, credited }) => captured > 0 && captured < approved && credited === 0,
  captured: ({ captured, credited, capturable, settled }) =>
    captured > 0 && credited === 0 && capturable === 0 && settled < captured,
  settled: ({ captured, settled, credited }) => captured > 0 && settled === captured && credited === 0,
  partially_refunded: ({ captured, credited }) => credited > 0 && credited < captured,
  refunded: ({ captured, credited }) => credited > 0 && credited === captured,
  voided: ({ captured, capturable }) => captured === 0 && capturable === 0,
  expired: ({ captured, capturable }) => captured === 0 && capturable === 0,
}

const checkAmounts = (shown: Shown): void => {
  const amounts = amountsOf(shown)
  const { approved, captured, capturable, credited, settled } = amounts
  const told = () => JSON.stringify(shown)
  holds(
    0 <= credited && credited <= captured && capturable >= 0 && captured + capturable <= approved,
    'amounts keep their order',
    told,
  )
  holds(states[shown.status]?.(amounts) === true, 'status follows from amounts', told)
  const sum = (type: string, statuses: readonly string[]) =>
    shown.operations
      .filter((one) => one.type === type && statuses.includes(one.status))
      .reduce((total, { amount }) => total + cents(amount), 0)
  holds(
    captured === sum('capture', ['approved', 'settled']) &&
      credited === sum('credit', ['approved', 'settled']) &&
      settled === sum('capture', ['settled']),
    'the operations shown add up to the amounts shown',
    told,
  )
}

/** Where an operation may stand at the processor, whatever else of its payment is under way: money that is held is not said to be not. */
const effectsOf: Readonly<Record<string, (effects: number, state: string) => boolean>> = {
  declined: (effects) => effects === 0,
  failed: (effects) => effects === 0,
  reversed: (effects, state) => effects === 0 || state === 'reversed',
}

/** Where it stands there once nothing of the payment is under way. */
const standsAt: Readonly<Record<string, readonly string[]>> = {
  approved: ['approved'],
  settled: ['approved'],
  voided: ['voided'],
  declined: ['none', 'declined'],
  failed: ['none', 'declined'],
  reversed: ['none', 'declined', 'reversed'],
}

const checkBook = (shown: Shown, book: Ledger): void => {
  const isAtRest = shown.operations.every(({ status }) => status !== 'pending')
  const hasSettled = shown.operations.some(({ status }) => status === 'settled')
  const root = book.find(shown.operations[0]?.transactionId ?? '')
  for (const operation of shown.operations) {
    if (operation.type === 'reversal') continue
    const entry = book.find(operation.transactionId)
    const told = () => `${JSON.stringify(operation)} is ${JSON.stringify(entry)} there; ${JSON.stringify(shown)}`
    holds(
      effectsOf[operation.status]?.(entry?.effects ?? 0, entry?.state ?? 'none') !== false,
      'an unknown outcome is not shown as decided before it is',
      told,
    )
    // What came with an approval has no message of its own, nor has a void that only gives back the rest of what has settled.
    const isSilent =
      (operation.type === 'capture' && (root?.captureNow === true || shown.method === 'cash')) ||
      (operation.type === 'void' && hasSettled)
    holds(
      !isAtRest || isSilent || standsAt[operation.status]?.includes(entry?.state ?? 'none') === true,
      'each operation stands at the processor as it stands here',
      told,
    )
  }
}

/** What is decided stays decided: an approval may still settle or be voided, and nothing else. */
const later: Readonly<Record<string, readonly string[]>> = { approved: ['settled', 'voided'] }

/** A reversal is done once more where an approval of what it undid arrives after it. */
const mayBecome = (type: string, from: string, to: string): boolean =>
  from === to || later[from]?.includes(to) === true || (type === 'reversal' && from === 'approved' && to === 'pending')

const checkEnded = ({ payments }: Seen, before: Seen): void => {
  const now = new Map(payments.flatMap(({ operations }) => operations.map((one) => [one.transactionId, one] as const)))
  for (const { operations } of before.payments)
    for (const { transactionId, type, status } of operations) {
      if (status === 'pending') continue
      const is = now.get(transactionId)?.status ?? 'gone'
      holds(
        mayBecome(type, status, is),
        'an operation that has ended stays so',
        () => `${transactionId} was ${status} and is ${is}`,
      )
    }
}

/** Every effect at the processor is of an operation of ours, and of no request more than it may have. */
const checkEffects = ({ seen, sent, under }: World): void => {
  const known = new Set(seen.payments.flatMap(({ operations }) => operations.map((one) => one.transactionId)))
  for (const entry of under.book.entries()) {
    // Of one whose outcome nobody knows nobody asks again, whether it was heard or not.
    holds(
      entry.account !== under.account || entry.type !== 'authorize' || entry.requests === 1,
      'who is asked for one payment is asked once',
      () => `${JSON.stringify(entry)}`,
    )
    holds(
      entry.account !== under.account || known.has(entry.op),
      'nothing happens that nobody asked for',
      () => `${JSON.stringify(entry)} is none of ours`,
    )
  }
  const begun = Map.groupBy(
    seen.payments.filter((payment) => payment.initiatedByUserId !== null && payment.status !== 'failed'),
    (payment) => payment.initiatedByUserId,
  )
  for (const [tag, payments] of begun)
    holds(
      payments.length === 1,
      'one request has at most one effect',
      () => `request ${tag} made ${JSON.stringify(payments)}`,
    )
  for (const payment of seen.payments)
    for (const verb of ['capture', 'void', 'credit'] as const) {
      const asked = sent.filter((one) => one.verb === verb && one.payment === payment.transactionId).length
      const made = payment.operations.filter((one) => one.type === verb && one.status !== 'failed').length
      const withApproval = verb === 'capture' && madeWithApproval(payment, under.book) ? 1 : 0
      holds(
        made <= asked + withApproval,
        'one request has at most one effect',
        () => `${asked} requests to ${verb} made ${JSON.stringify(payment)}`,
      )
    }
}

const madeWithApproval = ({ method, operations }: Shown, book: Ledger): boolean =>
  method === 'cash' || book.find(operations[0]!.transactionId)?.captureNow === true

const standing = ['approved', 'voided', 'settled']

/** How an operation may stand of which a code was answered; declined, after any other. */
const standsAfter: Readonly<Record<string, readonly string[]>> = {
  '00': standing,
  '10': standing,
  // The time at the card reader was over: where the card was taken already, what it may have paid is being undone.
  G12: ['declined', 'pending', 'reversed'],
}

/** What was answered of requests is what is shown. */
const checkRequests = ({ sent, seen }: World): void => {
  const shown = new Map(
    seen.payments.flatMap((payment) => payment.operations.map((one) => [one.transactionId, one] as const)),
  )
  for (const { id, answer, body } of sent) {
    if (id === null) continue
    const operation = shown.get(id)
    const told = () =>
      `${id} of ${JSON.stringify(body)} was answered ${JSON.stringify(answer)}: ${JSON.stringify(operation)}`
    holds(operation !== undefined, 'what was acknowledged is there', told)
    if (answer === null) continue
    const may = standsAfter[answer.code] ?? ['declined', 'failed']
    holds(
      may.includes(operation!.status) && operation!.responseCode === answer.code,
      'what was acknowledged is there',
      told,
    )
  }
}

const checkVault = ({ customers, seen }: World): void => {
  checkThings('a customer', customers, new Set(seen.customers.keys()))
  for (const [id, methods] of seen.customers) {
    const defaults = methods.filter((method) => method.default)
    holds(
      defaults.length === Math.min(1, methods.length),
      'a customer with payment methods has one default',
      () => `${id}: ${JSON.stringify(methods)}`,
    )
    const known = customers.find((customer) => customer.id === id)
    if (known === undefined) continue
    checkThings('a payment method', known.cards, new Set(methods.map((method) => method.id)))
    holds(
      known.theDefault === null || defaults[0]?.id === known.theDefault,
      'what was acknowledged is there',
      () => `${known.theDefault} is to be the default of ${id}: ${JSON.stringify(methods)}`,
    )
  }
}

const checkThings = (kind: string, things: readonly Thing[], ids: ReadonlySet<string>): void => {
  for (const { id, gone } of things)
    holds(
      gone === 'maybe' || ids.has(id) === (gone === 'no'),
      'what was acknowledged is there',
      () => `${kind} ${id}: ${gone === 'no' ? 'is not there' : 'is still there'}`,
    )
}

const cameToNothing = new Set(['pending', 'declined', 'failed', 'reversed'])

/** Whether somebody pays by it, as far as anybody knows. */
const stands = (payment: Shown, book: Ledger): boolean =>
  !cameToNothing.has(payment.status) ||
  (payment.status !== 'pending' && book.find(payment.operations[0]!.transactionId)?.state === 'approved')

const checkSubscriptions = ({ subscriptions, seen, under }: World): void => {
  for (const subscription of subscriptions) {
    const { id, gone, charges } = subscription
    const shown = seen.subscriptions.get(id)
    const told = () => `${id}: ${JSON.stringify(shown)}`
    holds(shown !== undefined || subscription.customer.gone !== 'no', 'what was acknowledged is there', told)
    holds(gone !== 'yes' || shown === undefined || shown.status === 'canceled', 'what was acknowledged is there', told)
    const own = seen.payments.filter(({ order }) => order?.referenceObject === `sub:${id}`)
    const standing = own.filter((payment) => stands(payment, under.book))
    const periods = standing.map(({ order }) => order?.referenceObjectId)
    holds(new Set(periods).size === periods.length, 'a period is charged once', () => JSON.stringify(standing))
    const billed = shown?.bills.map(({ period }) => period) ?? []
    holds(new Set(billed).size === billed.length, 'a period is charged once', told)
    if (gone !== 'yes') continue
    // From the end of the step that heard of it.
    subscription.charges ??= new Set(own.map(({ transactionId }) => transactionId))
    const more = own.filter(({ transactionId }) => !(charges ?? subscription.charges!).has(transactionId))
    holds(more.length === 0, 'what is canceled is charged no more', () => JSON.stringify(more))
  }
}

const checkCheckouts = ({ checkouts, seen, under }: World): void => {
  for (const { id, gone, paid } of checkouts) {
    const shown = seen.checkouts.get(id)
    const own = seen.payments.filter(({ order }) => order?.referenceObject === id)
    const told = () => `${id}, told ${paid}: ${JSON.stringify(shown)} ${JSON.stringify(own)}`
    const standing = own.filter((payment) => stands(payment, under.book))
    const taken = own.filter((payment) => under.book.find(payment.operations[0]!.transactionId)?.state === 'approved')
    holds(standing.length <= 1 && taken.length <= 1, 'a checkout is charged once', told)
    holds(
      paid === null || (shown?.status === 'completed' && shown.transactionId === paid),
      'what was acknowledged is there',
      told,
    )
    holds(
      gone !== 'yes' || (shown?.status === 'canceled' && standing.length === 0),
      'what was acknowledged is there',
      told,
    )
  }
}

/** How many deliveries to an endpoint are under way at once. */
const atOnce = 5
/** How often an event is tried before it is given up. */
const mostTries = 10

/** What is switched off gets nothing, but for what was under way when it was. */
const checkSilent = ({ webhooks, seen }: World): void => {
  for (const webhook of webhooks) {
    const { id, gone, inbox, silentSince } = webhook
    if (gone !== 'no' || seen.webhooks.get(id) !== false) continue
    holds(
      silentSince === null || inbox.arrived === silentSince,
      'a webhook that is switched off gets nothing',
      () => `${inbox.arrived} in place of ${silentSince} at ${id}`,
    )
    webhook.silentSince = inbox.arrived
  }
}

/** When all is over: nothing is open, both books come to the same, and everybody was told. */
export const checkEnd = (world: World, deliveries: Deliveries): void => {
  const { seen, under, webhooks } = world
  const open = seen.payments.filter(({ operations }) => operations.some(({ status }) => status === 'pending'))
  holds(open.length === 0, 'everything is decided in the end', () => JSON.stringify(open))
  const ours = print(totalsOf(seen.payments))
  const theirs = print(under.book.totals(under.account, 840))
  holds(ours === theirs, 'our sums are those of the processor', () => `${ours}, book: ${theirs}`)
  for (const { id, inbox, before } of webhooks) {
    // One that is ended begins again what it had begun.
    holds(
      inbox.repeated <= under.deaths() * atOnce,
      'each webhook gets an event that it has acknowledged no more',
      () => `${inbox.repeated} times again at ${id}`,
    )
    holds(inbox.faults.length === 0, 'each webhook gets every event, or the list of attempts says that it failed', () =>
      inbox.faults.join('; '),
    )
    for (const [event, states] of deliveries) {
      const { state, tries } = states.get(id) ?? { state: 'never tried', tries: 0 }
      const told = () => `${seen.events.get(event)} to ${id}: ${state} (${tries}), heard: ${inbox.heard.has(event)}`
      holds(
        state !== 'delivered' || inbox.heard.get(event) !== undefined,
        'each webhook gets every event, or the list of attempts says that it failed',
        told,
      )
      holds(
        state !== 'failed' || tries >= mostTries,
        'each webhook gets every event, or the list of attempts says that it failed',
        told,
      )
      // One that failed for days is given up, and gets nothing any more.
      const isFor = before !== null && !before.has(event) && seen.webhooks.get(id) === true
      holds(
        !isFor || state === 'delivered' || state === 'failed',
        'each webhook gets every event, or the list of attempts says that it failed',
        told,
      )
    }
    for (const [event, text] of inbox.heard)
      holds(
        JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(seen.events.get(event) ?? 'null')),
        'every change is told once',
        () => `${text} was delivered, and is listed as ${seen.events.get(event)}`,
      )
  }
}

const print = ({ authorized, captured, credited, released, held }: Totals): string =>
  `authorized ${authorized}, captured ${captured}, credited ${credited}, released ${released}, held ${held}`

/** Of payments that stand, as the acquirer counts them. */
const totalsOf = (payments: readonly Shown[]): Totals => {
  const total = { authorized: 0, captured: 0, credited: 0, released: 0, held: 0 }
  for (const payment of payments) {
    const { approved, captured, capturable, credited } = amountsOf(payment)
    total.credited += credited
    if (payment.operations[0]?.status !== 'approved') continue
    total.authorized += approved
    total.captured += captured
    total.held += capturable
    total.released += approved - captured - capturable
  }
  const { authorized, captured, credited, released, held } = total
  return {
    authorized: BigInt(authorized),
    captured: BigInt(captured),
    credited: BigInt(credited),
    released: BigInt(released),
    held: BigInt(held),
  }
}
