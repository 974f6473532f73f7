import type { Capabilities } from '../../../processors/processor.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { Payment } from './model.ts'
import type { AttentionRow, PaymentResource } from './snapshot.ts'
import type { State } from './state.ts'

const day = 24 * 60 * 60_000

/** The gateway has no way to find out what became of an operation. */
const hasNoWay = ({ type, undoes }: AttentionRow, { repeats, finds, reverses }: Capabilities): boolean => {
  if (finds === 'byOurReference') return false
  return type === 'reversal' ? undoes !== null && reverses === 'byTheirs' : repeats === 'never'
}

/** Whether a person is asked too early: the gateway can still find out. */
const isTooEarly = (row: AttentionRow, can: Capabilities): boolean => {
  if (row.reason === 'cannot_be_repeated') return !hasNoWay(row, can)
  if (row.reason === 'pending_too_long') return !can.answersLater || row.since - row.created < 10 * day
  return row.since - row.created < day
}

/** A person is asked for what the gateway cannot find out, and GET and the list show it. */
export const checkAttention = ({ snapshot, payments, system: { can } }: State): void => {
  for (const row of snapshot.attention)
    assertInvariant(!isTooEarly(row, can), 'a person is asked only if the gateway cannot find out', () =>
      JSON.stringify(row),
    )
  for (const resource of snapshot.payments) {
    const own = snapshot.attention.filter(({ payment }) => payment === resource.transactionId)
    assertInvariant(
      isShown(resource, own),
      'GET and the list show what needs attention',
      () => `${JSON.stringify(resource)} instead of ${JSON.stringify(own)}`,
    )
  }
  const needing = payments.map(({ id }) => id).filter((id) => snapshot.attention.some(({ payment }) => payment === id))
  assertInvariant(
    needing.toSorted().join() === snapshot.listedAttention.toSorted().join(),
    'GET and the list show what needs attention',
    () => `the list has ${snapshot.listedAttention.join()} instead of ${needing.join()}`,
  )
}

const isShown = ({ needsAttention }: PaymentResource, own: readonly AttentionRow[]): boolean => {
  if (needsAttention === null) return own.length === 0
  const earliest = Math.min(...own.map(({ since }) => since))
  const shown = own.find(({ id }) => id === needsAttention.operation.transactionId)
  return (
    shown?.since === earliest &&
    Date.parse(needsAttention.since) === shown.since &&
    needsAttention.reason === shown.reason &&
    needsAttention.operation.type === shown.type &&
    needsAttention.attempts === shown.attempts &&
    (needsAttention.nextAttempt === null ? null : Date.parse(needsAttention.nextAttempt)) === shown.due
  )
}

/** Every operation without an outcome is due, or waits for a person. */
export const isLeftAlone = (payment: Payment, { snapshot }: State): boolean =>
  payment.operations.some(({ status }) => status === 'pending') &&
  !snapshot.attention.some((row) => row.payment === payment.id)
