import type { Ledger } from '../../acquirer/ledger.ts'
import { holds } from '../kernel/model.ts'
import { checkTotals } from '../payments/invariants.ts'
import { checkEvents } from './expectedEvents.ts'
import type { State, Thing } from './model.ts'
import type { Deliveries, Shown, Snapshot } from './snapshot.ts'

/** After every command: of the account as shown, of earlier responses, and of both ledgers. */
export const checkAll = (state: State, before: Snapshot): void => {
  const { snapshot } = state
  checkEffects(state)
  checkRequests(state)
  checkVault(state)
  checkSubscriptions(state)
  checkCheckouts(state)
  checkSilent(state)
  checkThings('terminal', state.readers, snapshot.readers)
  checkThings('webhook', state.webhooks, new Set(snapshot.webhooks.keys()))
  holds(
    snapshot.seenByOthers === 0,
    'no other account sees it',
    () => `foreign keys see ${snapshot.seenByOthers} of it`,
  )
  checkEvents(state, snapshot, before)
}

/** Every effect at the processor is of an operation of ours, and of no request more than it may have. */
const checkEffects = ({ snapshot, system }: State): void => {
  const known = new Set(snapshot.payments.flatMap(({ operations }) => operations.map((one) => one.transactionId)))
  for (const entry of system.ledger.entries()) {
    // Of one whose outcome nobody knows nobody asks again, whether it was heard or not.
    holds(
      entry.account !== system.accounts[0].id || entry.type !== 'authorize' || entry.requests === 1,
      'who is asked for one payment is asked once',
      () => `${JSON.stringify(entry)}`,
    )
    holds(
      entry.account !== system.accounts[0].id || known.has(entry.op),
      'nothing happens that nobody asked for',
      () => `${JSON.stringify(entry)} is none of ours`,
    )
  }
  const begun = Map.groupBy(
    snapshot.payments.filter((payment) => payment.initiatedByUserId !== null && payment.status !== 'failed'),
    (payment) => payment.initiatedByUserId,
  )
  for (const [tag, payments] of begun)
    holds(
      payments.length === 1,
      'one request has at most one effect',
      () => `request ${tag} made ${JSON.stringify(payments)}`,
    )
}

const standing = ['approved', 'voided', 'settled']

/** How an operation may stand of which a code was answered; declined, after any other. */
const standsAfter: Readonly<Record<string, readonly string[]>> = {
  '00': standing,
  '10': standing,
  // The time at the card reader was over: where the card was taken already, what it may have paid is being undone.
  G12: ['declined', 'pending', 'reversed'],
}

/** What was answered of requests is what is shown. */
const checkRequests = ({ sent, snapshot }: State): void => {
  const shown = new Map(
    snapshot.payments.flatMap((payment) => payment.operations.map((one) => [one.transactionId, one] as const)),
  )
  for (const { id, answer, body } of sent) {
    if (id === null) continue
    const operation = shown.get(id)
    const detail = () =>
      `${id} of ${JSON.stringify(body)} was answered ${JSON.stringify(answer)}: ${JSON.stringify(operation)}`
    holds(operation !== undefined, 'what was acknowledged is there', detail)
    if (answer === null) continue
    const may = standsAfter[answer.code] ?? ['declined', 'failed']
    holds(
      may.includes(operation!.status) && operation!.responseCode === answer.code,
      'what was acknowledged is there',
      detail,
    )
  }
}

const checkVault = ({ customers, snapshot }: State): void => {
  checkThings('a customer', customers, new Set(snapshot.customers.keys()))
  for (const [id, methods] of snapshot.customers) {
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
const stands = (payment: Shown, ledger: Ledger): boolean =>
  !cameToNothing.has(payment.status) ||
  (payment.status !== 'pending' && ledger.find(payment.operations[0]!.transactionId)?.state === 'approved')

const checkSubscriptions = ({ subscriptions, snapshot, system }: State): void => {
  for (const subscription of subscriptions) {
    const { id, gone, charges } = subscription
    const shown = snapshot.subscriptions.get(id)
    const detail = () => `${id}: ${JSON.stringify(shown)}`
    holds(shown !== undefined || subscription.customer.gone !== 'no', 'what was acknowledged is there', detail)
    holds(
      gone !== 'yes' || shown === undefined || shown.status === 'canceled',
      'what was acknowledged is there',
      detail,
    )
    const own = snapshot.payments.filter(({ order }) => order?.referenceObject === `sub:${id}`)
    const standing = own.filter((payment) => stands(payment, system.ledger))
    const periods = standing.map(({ order }) => order?.referenceObjectId)
    holds(new Set(periods).size === periods.length, 'a period is charged once', () => JSON.stringify(standing))
    const billed = shown?.bills.map(({ period }) => period) ?? []
    holds(new Set(billed).size === billed.length, 'a period is charged once', detail)
    if (gone !== 'yes') continue
    // From the end of the step that heard of it.
    subscription.charges ??= new Set(own.map(({ transactionId }) => transactionId))
    const more = own.filter(({ transactionId }) => !(charges ?? subscription.charges!).has(transactionId))
    holds(more.length === 0, 'what is canceled is charged no more', () => JSON.stringify(more))
  }
}

const checkCheckouts = ({ checkouts, snapshot, system }: State): void => {
  for (const { id, gone, paid } of checkouts) {
    const shown = snapshot.checkouts.get(id)
    const own = snapshot.payments.filter(({ order }) => order?.referenceObject === id)
    const detail = () => `${id}, told ${paid}: ${JSON.stringify(shown)} ${JSON.stringify(own)}`
    const standing = own.filter((payment) => stands(payment, system.ledger))
    const taken = own.filter(
      (payment) => system.ledger.find(payment.operations[0]!.transactionId)?.state === 'approved',
    )
    holds(standing.length <= 1 && taken.length <= 1, 'a checkout is charged once', detail)
    holds(
      paid === null || (shown?.status === 'completed' && shown.transactionId === paid),
      'what was acknowledged is there',
      detail,
    )
    holds(
      gone !== 'yes' || (shown?.status === 'canceled' && standing.length === 0),
      'what was acknowledged is there',
      detail,
    )
  }
}

/** How many deliveries to an endpoint are under way at once. */
const atOnce = 5
/** How often an event is tried before it is given up. */
const mostTries = 10

/** What is switched off gets nothing, but for what was under way when it was. */
const checkSilent = ({ webhooks, snapshot }: State): void => {
  for (const webhook of webhooks) {
    const { id, gone, inbox, silentSince } = webhook
    if (gone !== 'no' || snapshot.webhooks.get(id) !== false) continue
    holds(
      silentSince === null || inbox.arrived === silentSince,
      'a webhook that is switched off gets nothing',
      () => `${inbox.arrived} in place of ${silentSince} at ${id}`,
    )
    webhook.silentSince = inbox.arrived
  }
}

/** When all is over: nothing is open, both ledgers come to the same, and everybody was told. */
export const checkEnd = (state: State, deliveries: Deliveries): void => {
  const { snapshot, system, webhooks } = state
  const open = snapshot.payments.filter(({ operations }) => operations.some(({ status }) => status === 'pending'))
  holds(open.length === 0, 'everything is decided in the end', () => JSON.stringify(open))
  checkTotals(snapshot.payments, system.accounts[0].id, system.ledger)
  for (const { id, inbox, before } of webhooks) {
    // One that is ended begins again what it had begun.
    holds(
      inbox.repeated <= system.deaths() * atOnce,
      'each webhook gets an event that it has acknowledged no more',
      () => `${inbox.repeated} times again at ${id}`,
    )
    holds(inbox.faults.length === 0, 'each webhook gets every event, or the list of attempts says that it failed', () =>
      inbox.faults.join('; '),
    )
    for (const [event, states] of deliveries) {
      const { state: outcome, tries } = states.get(id) ?? { state: 'never tried', tries: 0 }
      const detail = () =>
        `${snapshot.events.get(event)} to ${id}: ${outcome} (${tries}), heard: ${inbox.heard.has(event)}`
      holds(
        outcome !== 'delivered' || inbox.heard.get(event) !== undefined,
        'each webhook gets every event, or the list of attempts says that it failed',
        detail,
      )
      holds(
        outcome !== 'failed' || tries >= mostTries,
        'each webhook gets every event, or the list of attempts says that it failed',
        detail,
      )
      // One that failed for days is given up, and gets nothing any more.
      const isFor = before !== null && !before.has(event) && snapshot.webhooks.get(id) === true
      holds(
        !isFor || outcome === 'delivered' || outcome === 'failed',
        'each webhook gets every event, or the list of attempts says that it failed',
        detail,
      )
    }
    for (const [event, text] of inbox.heard)
      holds(
        JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(snapshot.events.get(event) ?? 'null')),
        'every change has one event',
        () => `${text} was delivered, and is listed as ${snapshot.events.get(event)}`,
      )
  }
}
