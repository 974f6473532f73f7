import { holds } from '../kernel/model.ts'
import { checkoutsOf } from './kinds.ts'
import type { State } from './model.ts'
import { standing } from './snapshot.ts'
import type { Attempt, Snapshot } from './snapshot.ts'

const isOf = (statuses: readonly string[]) => (attempt: Attempt) => statuses.includes(attempt.status)
const isPending = isOf(['pending'])
const isUnpaid = isOf(['pending', 'declined', 'failed', 'reversed'])

export const paidOf = ({ attempts }: Snapshot): Attempt | undefined => attempts.find((attempt) => !isUnpaid(attempt))

/** After every command: of stored rows, the acquirer's ledger and the responses so far. */
export const checkAll = (state: State): void => {
  const { snapshot, system, kind, sent, completed, closed } = state
  const { attempts, made } = snapshot
  const stand = standing(system)
  const detail = () =>
    JSON.stringify({ snapshot, stand, completed, closed, faulty: state.faulty, sent: [...sent.keys()] })
  const paid = attempts.filter((attempt) => !isUnpaid(attempt))
  const pending = attempts.filter(isPending)

  holds(stand.length <= 1 && paid.length <= 1, 'a checkout is charged once', detail)
  holds(pending.length + paid.length <= 1, 'one attempt is pending at a time', detail)
  holds(
    system.ledger.entries().every(({ op }) => attempts.some(({ id }) => id === op)) &&
      made.payments === attempts.length,
    'every charge belongs to an attempt',
    detail,
  )
  holds(
    stand.every(({ op }) => pending.concat(paid).some(({ id }) => id === op)),
    'an unpaid checkout is not charged',
    detail,
  )
  holds(
    paid.every(({ id }) => stand.some(({ op }) => op === id)),
    'a page names no payment that does not stand',
    detail,
  )
  holds(
    paid.every(({ id }) => {
      const entry = system.ledger.find(id)
      return entry?.approved === String(checkoutsOf[kind].charged) && entry.released === '0'
    }),
    'the charge is the total',
    detail,
  )
  const nonces = attempts.map(({ nonce }) => nonce)
  holds(
    new Set(nonces).size === nonces.length && nonces.every((nonce) => sent.has(nonce)),
    'a nonce is used once',
    detail,
  )
  holds(attempts.filter(isOf(['declined'])).length <= 10, 'ten declines close a checkout', detail)
  holds(
    attempts.every(({ created }) => created < snapshot.expires),
    'no attempt begins after the expiry',
    detail,
  )
  holds(completed === null || paid[0]?.id === completed, 'a completed checkout stays completed', detail)
  holds(!closed || pending.length + paid.length === 0, 'a closed checkout stays closed', detail)
  checkMade(state, paid[0], detail)
}

/** What a payment leads to: nothing before it, all of it in one batch, and nothing twice. */
const checkMade = (
  { snapshot: { made, receipt }, kind, sent, faulty, system: { mails } }: State,
  paid: Attempt | undefined,
  detail: () => string,
): void => {
  const { knowsCustomer, makesCustomer, stores, subscriptions, bills, receipts } = checkoutsOf[kind]
  const done = made.completions
  const asked = paid === undefined ? undefined : sent.get(paid.nonce)
  const stored = { always: [1], never: [0], asked: [...(asked ?? [])].map(Number) }[stores]
  const expected = {
    customers: (knowsCustomer ? 1 : 0) + (makesCustomer ? done : 0),
    subscriptions: subscriptions * done,
    bills: bills * done,
  }
  holds(
    done <= (paid === undefined ? 0 : 1) &&
      Object.entries(expected).every(([name, count]) => made[name as keyof typeof expected] === count) &&
      (done === 0 ? made.wallets === 0 : stored.includes(made.wallets)) &&
      mails.length <= receipts * done,
    'a payment has its consequences once',
    () => JSON.stringify({ expected, mails }) + detail(),
  )
  holds(receipt !== 'failed' || faulty, 'no failure is internal', () => `the receipt was not sent: ${detail()}`)
}

/** After recovery: nothing is pending, and every consequence has come. */
export const checkEnd = ({ snapshot, kind, faulty, system }: State): void => {
  const { mails } = system
  const detail = () => JSON.stringify({ snapshot, mails })
  const paid = paidOf(snapshot) === undefined ? 0 : 1
  holds(snapshot.due === 0 && !snapshot.attempts.some(isPending), 'everything is decided in the end', detail)
  holds(standing(system).length === paid, 'a checkout is charged once', detail)
  holds(
    snapshot.made.completions === paid &&
      (mails.length === paid * checkoutsOf[kind].receipts || (faulty && snapshot.receipt === 'failed')) &&
      snapshot.receipt !== 'due',
    'a payment has its consequences in the end',
    detail,
  )
}
