import { assertInvariant } from '../kernel/invariant.ts'
import type { ComparedLedger } from '../kernel/otherSide.ts'
import { checkTotals } from '../payments/invariants.ts'
import { checkEvents } from './expectedEvents.ts'
import type { State, TrackedResource } from './model.ts'
import type { Deliveries, PaymentResource, Snapshot } from './snapshot.ts'

/** Runs after every command: compares the account with earlier responses and with the processor's ledger. */
export const checkInvariants = (state: State, before: Snapshot): void => {
  const { snapshot } = state
  checkEffects(state)
  checkRequests(state)
  checkCustomers(state)
  checkSubscriptions(state)
  checkCheckouts(state)
  checkDisabledWebhooks(state)
  checkResources('terminal', state.terminals, snapshot.terminals)
  checkResources('webhook', state.webhooks, new Set(snapshot.webhooks.keys()))
  assertInvariant(
    snapshot.visibleToOthers === 0,
    'data is invisible to other accounts and modes',
    () => `other keys can read ${snapshot.visibleToOthers} resources`,
  )
  checkEvents(state, snapshot, before)
}

/** Each effect at the processor belongs to an operation, and each request has at most one effect. */
const checkEffects = ({ snapshot, system }: State): void => {
  const operations = new Set(
    snapshot.payments.flatMap((payment) => payment.operations.map(({ transactionId }) => transactionId)),
  )
  for (const entry of system.ledger.entries()) {
    // An authorize with an unknown outcome is reversed, never repeated.
    assertInvariant(
      entry.account !== system.accounts[0].id || entry.type !== 'authorize' || entry.requests === 1,
      'an authorize is sent to the processor once',
      () => `${JSON.stringify(entry)}`,
    )
    assertInvariant(
      entry.effects <= 1,
      'an operation has at most one effect at the processor',
      () => `${JSON.stringify(entry)}`,
    )
    assertInvariant(
      entry.account !== system.accounts[0].id || operations.has(entry.op),
      'every effect belongs to a request',
      () => `${JSON.stringify(entry)} has no operation`,
    )
  }
  const byRequest = Map.groupBy(
    snapshot.payments.filter((payment) => payment.initiatedByUserId !== null && payment.status !== 'failed'),
    (payment) => payment.initiatedByUserId,
  )
  for (const [tag, payments] of byRequest)
    assertInvariant(
      payments.length === 1,
      'one request has at most one effect',
      () => `request ${tag} created ${JSON.stringify(payments)}`,
    )
}

const standingStatuses = ['approved', 'voided', 'settled']

/** By response code, the possible statuses of the operation; after other codes, declined or failed. */
const statusesAfter: Readonly<Record<string, readonly string[]>> = {
  '00': standingStatuses,
  '10': standingStatuses,
  // Time-out at the terminal: a payment whose card was already presented is reversed.
  G12: ['declined', 'pending', 'reversed'],
}

/** Stored operations match the responses. */
const checkRequests = ({ sent, snapshot }: State): void => {
  const operations = new Map(
    snapshot.payments.flatMap((payment) =>
      payment.operations.map((operation) => [operation.transactionId, operation] as const),
    ),
  )
  for (const { id, finalResponse, body } of sent) {
    if (id === null) continue
    const operation = operations.get(id)
    const detail = () =>
      `${id} of ${JSON.stringify(body)} got response ${JSON.stringify(finalResponse)}: ${JSON.stringify(operation)}`
    assertInvariant(operation !== undefined, 'an acknowledged change is stored', detail)
    if (finalResponse === null) continue
    const allowed = statusesAfter[finalResponse.code] ?? ['declined', 'failed']
    assertInvariant(
      allowed.includes(operation!.status) && operation!.responseCode === finalResponse.code,
      'an acknowledged change is stored',
      detail,
    )
  }
}

const checkCustomers = ({ customers, snapshot }: State): void => {
  checkResources('a customer', customers, new Set(snapshot.customers.keys()))
  for (const [id, methods] of snapshot.customers) {
    const defaults = methods.filter((method) => method.default)
    assertInvariant(
      defaults.length === Math.min(1, methods.length),
      'a customer with payment methods has exactly one default',
      () => `${id}: ${JSON.stringify(methods)}`,
    )
    const expected = customers.find((customer) => customer.id === id)
    if (expected === undefined) continue
    checkResources('a payment method', expected.cards, new Set(methods.map((method) => method.id)))
    assertInvariant(
      expected.defaultCard === null || defaults[0]?.id === expected.defaultCard,
      'an acknowledged change is stored',
      () => `${expected.defaultCard} should be the default of ${id}: ${JSON.stringify(methods)}`,
    )
  }
}

const checkResources = (kind: string, resources: readonly TrackedResource[], ids: ReadonlySet<string>): void => {
  for (const { id, deleted } of resources)
    assertInvariant(
      deleted === 'maybe' || ids.has(id) === (deleted === 'no'),
      'an acknowledged change is stored',
      () => `${kind} ${id}: ${deleted === 'no' ? 'is missing' : 'still exists'}`,
    )
}

const unpaidStatuses = new Set(['pending', 'declined', 'failed', 'reversed'])

/** Whether a payment charges the shopper, or may do so. */
const isStanding = (payment: PaymentResource, ledger: ComparedLedger): boolean =>
  !unpaidStatuses.has(payment.status) ||
  (payment.status !== 'pending' && ledger.find(payment.operations[0]!.transactionId)?.state === 'approved')

const checkSubscriptions = ({ subscriptions, snapshot, system }: State): void => {
  for (const subscription of subscriptions) {
    const { id, deleted, chargesAtCancel } = subscription
    const resource = snapshot.subscriptions.get(id)
    const detail = () => `${id}: ${JSON.stringify(resource)}`
    assertInvariant(
      resource !== undefined || subscription.customer.deleted !== 'no',
      'an acknowledged change is stored',
      detail,
    )
    assertInvariant(
      deleted !== 'yes' || resource === undefined || resource.status === 'canceled',
      'an acknowledged change is stored',
      detail,
    )
    const own = snapshot.payments.filter(({ order }) => order?.referenceObject === `sub:${id}`)
    const standing = own.filter((payment) => isStanding(payment, system.ledger))
    const periods = standing.map(({ order }) => order?.referenceObjectId)
    assertInvariant(new Set(periods).size === periods.length, 'a period is charged once', () =>
      JSON.stringify(standing),
    )
    const billed = resource?.bills.map(({ period }) => period) ?? []
    assertInvariant(new Set(billed).size === billed.length, 'a period is charged once', detail)
    if (deleted !== 'yes') continue
    // Set after the command whose response acknowledged the cancellation.
    subscription.chargesAtCancel ??= new Set(own.map(({ transactionId }) => transactionId))
    const later = own.filter(
      ({ transactionId }) => !(chargesAtCancel ?? subscription.chargesAtCancel!).has(transactionId),
    )
    assertInvariant(later.length === 0, 'a canceled subscription is not charged', () => JSON.stringify(later))
  }
}

const checkCheckouts = ({ checkouts, snapshot, system }: State): void => {
  for (const { id, deleted, paid } of checkouts) {
    const resource = snapshot.checkouts.get(id)
    const own = snapshot.payments.filter(({ order }) => order?.referenceObject === id)
    const detail = () => `${id}, reported payment ${paid}: ${JSON.stringify(resource)} ${JSON.stringify(own)}`
    const standing = own.filter((payment) => isStanding(payment, system.ledger))
    const charged = own.filter(
      (payment) => system.ledger.find(payment.operations[0]!.transactionId)?.state === 'approved',
    )
    assertInvariant(standing.length <= 1 && charged.length <= 1, 'a checkout is charged once', detail)
    assertInvariant(
      paid === null || (resource?.status === 'completed' && resource.transactionId === paid),
      'an acknowledged change is stored',
      detail,
    )
    assertInvariant(
      deleted !== 'yes' || (resource?.status === 'canceled' && standing.length === 0),
      'an acknowledged change is stored',
      detail,
    )
  }
}

/** The most concurrent deliveries to one endpoint. */
const maxConcurrentDeliveries = 50
/** The number of attempts before a delivery fails. */
const maxDeliveryAttempts = 10

/** A disabled webhook receives nothing, except deliveries that were pending when it was disabled. */
const checkDisabledWebhooks = ({ webhooks, snapshot }: State): void => {
  for (const webhook of webhooks) {
    const { id, deleted, receiver, deliveriesWhenDisabled } = webhook
    if (deleted !== 'no' || snapshot.webhooks.get(id) !== false) continue
    assertInvariant(
      deliveriesWhenDisabled === null || receiver.deliveries === deliveriesWhenDisabled,
      'a disabled webhook receives nothing',
      () => `${receiver.deliveries} deliveries instead of ${deliveriesWhenDisabled} to ${id}`,
    )
    webhook.deliveriesWhenDisabled = receiver.deliveries
  }
}

/** At the end of a history: nothing is pending, both ledgers agree, and every event was delivered or has failed. */
export const checkEnd = (state: State, deliveries: Deliveries): void => {
  const { snapshot, system, webhooks } = state
  const pending = snapshot.payments.filter(({ operations }) => operations.some(({ status }) => status === 'pending'))
  assertInvariant(pending.length === 0, 'nothing is pending after recovery', () => JSON.stringify(pending))
  checkTotals(snapshot.payments, system.accounts[0].id, system.can, system.ledger)
  for (const { id, receiver, eventsBefore } of webhooks) {
    // After a crash, an endpoint repeats its pending deliveries.
    assertInvariant(
      receiver.repeated <= system.crashes() * maxConcurrentDeliveries,
      'a webhook does not receive an acknowledged event again',
      () => `${receiver.repeated} repeated deliveries to ${id}`,
    )
    assertInvariant(receiver.invalid.length === 0, 'every delivery is valid', () => receiver.invalid.join('; '))
    for (const [event, states] of deliveries) {
      const { state: outcome, attempts } = states.get(id) ?? { state: 'no attempt', attempts: 0 }
      const detail = () =>
        `${snapshot.events.get(event)} to ${id}: ${outcome} (${attempts} attempts), received: ${receiver.received.has(event)}`
      assertInvariant(
        outcome !== 'delivered' || receiver.received.get(event) !== undefined,
        'every event is delivered to each webhook or listed as failed',
        detail,
      )
      assertInvariant(
        outcome !== 'failed' || attempts >= maxDeliveryAttempts,
        'every event is delivered to each webhook or listed as failed',
        detail,
      )
      // A webhook that fails for days is disabled, and receives nothing more.
      const isSubscribed = eventsBefore !== null && !eventsBefore.has(event) && snapshot.webhooks.get(id) === true
      assertInvariant(
        !isSubscribed || outcome === 'delivered' || outcome === 'failed',
        'every event is delivered to each webhook or listed as failed',
        detail,
      )
    }
    for (const [event, text] of receiver.received)
      assertInvariant(
        JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(snapshot.events.get(event) ?? 'null')),
        'a delivered event equals the listed event',
        () => `${text} was delivered, but is listed as ${snapshot.events.get(event)}`,
      )
  }
}
