import { assertInvariant } from '../kernel/invariant.ts'
import { checkoutKinds } from './kinds.ts'
import type { State } from './model.ts'
import { standingCharges } from './snapshot.ts'
import type { Attempt, Snapshot } from './snapshot.ts'

const hasStatus = (statuses: readonly string[]) => (attempt: Attempt) => statuses.includes(attempt.status)
const isPending = hasStatus(['pending'])
const isUnpaid = hasStatus(['pending', 'declined', 'failed', 'reversed'])

export const paidAttempt = ({ attempts }: Snapshot): Attempt | undefined =>
  attempts.find((attempt) => !isUnpaid(attempt))

/** Runs after every command: compares stored rows with the acquirer's ledger and with earlier responses. */
export const checkInvariants = (state: State): void => {
  const { snapshot, system, sent, completed, closed } = state
  const { attempts, created } = snapshot
  const standing = standingCharges(system)
  const detail = () =>
    JSON.stringify({ snapshot, standing, completed, closed, faulty: state.hadFault, sent: [...sent] })
  const paid = attempts.filter((attempt) => !isUnpaid(attempt))
  const pending = attempts.filter(isPending)

  assertInvariant(standing.length <= 1 && paid.length <= 1, 'a checkout is charged once', detail)
  assertInvariant(pending.length + paid.length <= 1, 'one attempt is pending at a time', detail)
  assertInvariant(
    system.ledger.entries().every(({ op }) => attempts.some(({ id }) => id === op)) &&
      created.payments === attempts.length,
    'every charge belongs to an attempt',
    detail,
  )
  assertInvariant(
    standing.every(({ op }) => pending.concat(paid).some(({ id }) => id === op)),
    'an unpaid checkout is not charged',
    detail,
  )
  assertInvariant(
    paid.every(({ id }) => standing.some(({ op }) => op === id)),
    'a completed checkout names a payment that stands',
    detail,
  )
  assertInvariant(
    paid.every(({ id, nonce }) => {
      const entry = system.ledger.find(id)
      const isExpected = sent.get(nonce)?.some(({ charge }) => entry?.approved === String(charge))
      return isExpected === true && entry?.released === '0'
    }),
    'the charge equals the total',
    detail,
  )
  const nonces = attempts.map(({ nonce }) => nonce)
  assertInvariant(
    nonces.every((nonce) => sent.has(nonce)),
    'only an order that the shopper saw starts an attempt',
    detail,
  )
  assertInvariant(new Set(nonces).size === nonces.length, 'a nonce is used once', detail)
  assertInvariant(attempts.filter(hasStatus(['declined'])).length <= 10, 'ten declines close a checkout', detail)
  assertInvariant(
    attempts.every((attempt) => attempt.created < snapshot.expires),
    'no attempt starts after expiry',
    detail,
  )
  assertInvariant(completed === null || paid[0]?.id === completed, 'a completed checkout stays completed', detail)
  assertInvariant(!closed || pending.length + paid.length === 0, 'a closed checkout stays closed', detail)
  checkConsequences(state, paid[0], detail)
}

/** The consequences of a payment are stored in one batch, only after it and only once. */
const checkConsequences = (
  { snapshot: { created, receipt }, kind, sent, hadFault, system: { sentMail } }: State,
  paid: Attempt | undefined,
  detail: () => string,
): void => {
  const { hasCustomer, createsCustomer, stores, subscriptions, bills, receipts } = checkoutKinds[kind]
  const { completions } = created
  const paying = paid === undefined ? [] : (sent.get(paid.nonce) ?? [])
  const stored = { always: [1], never: [0], ifChosen: paying.map(({ save }) => Number(save)) }[stores]
  const expected = {
    customers: (hasCustomer ? 1 : 0) + (createsCustomer ? completions : 0),
    subscriptions: subscriptions * completions,
    bills: bills * completions,
  }
  assertInvariant(
    completions <= (paid === undefined ? 0 : 1) &&
      Object.entries(expected).every(([name, count]) => created[name as keyof typeof expected] === count) &&
      (completions === 0 ? created.wallets === 0 : stored.includes(created.wallets)) &&
      sentMail.length <= receipts * completions,
    'a payment completes its checkout once',
    () => JSON.stringify({ expected, sentMail }) + detail(),
  )
  assertInvariant(
    receipt !== 'failed' || hadFault,
    'no request fails with an internal error',
    () => `the receipt was not sent: ${detail()}`,
  )
}

/** At the end of a history: nothing is pending, and a paid checkout is completed. */
export const checkEnd = ({ snapshot, kind, hadFault, system }: State): void => {
  const { sentMail } = system
  const detail = () => JSON.stringify({ snapshot, sentMail })
  const paid = paidAttempt(snapshot) === undefined ? 0 : 1
  assertInvariant(snapshot.due === 0 && !snapshot.attempts.some(isPending), 'nothing is pending after recovery', detail)
  assertInvariant(standingCharges(system).length === paid, 'a checkout is charged once', detail)
  assertInvariant(
    snapshot.created.completions === paid &&
      (sentMail.length === paid * checkoutKinds[kind].receipts || (hadFault && snapshot.receipt === 'failed')) &&
      snapshot.receipt !== 'due',
    'a payment completes its checkout after recovery',
    detail,
  )
}
