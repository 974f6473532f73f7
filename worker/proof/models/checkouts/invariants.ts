import { checkoutsOf } from './kinds.ts'
import { standing } from './seen.ts'
import type { Seen, Tried } from './seen.ts'
import type { Kind } from './steps.ts'
import type { UnderTest } from './underTest.ts'
import { holds } from './violation.ts'

/** What a schedule has done so far, and what was heard of it. */
export interface Known {
  readonly kind: Kind
  /** Names that tries were sent under, each with whether its payment method is to be stored: of two tries under one name, one is made. */
  readonly sent: ReadonlyMap<string, ReadonlySet<boolean>>
  /** The payment that somebody was told the checkout is completed by. */
  readonly completed: string | null
  /** Whether somebody was told that it is over, and unpaid. */
  readonly over: boolean
  /** Whether a machine had a fault so far: what was being mailed then counts as not sent. */
  readonly faulty: boolean
}

const cameToNothing = ['declined', 'failed', 'reversed']
const isOf = (statuses: readonly string[]) => (tried: Tried) => statuses.includes(tried.status)

export const paidOf = ({ tries }: Seen): Tried | undefined => tries.find((tried) => !isPendingOrNothing(tried))
const isPendingOrNothing = isOf(['pending', ...cameToNothing])

/** After every step: of both books, and of what was told. */
export const checkAll = (seen: Seen, known: Known, under: UnderTest): void => {
  const stand = standing(under)
  const { completed, over, faulty } = known
  const told = () => JSON.stringify({ seen, stand, completed, over, faulty, sent: [...known.sent.keys()] })
  const { tries, made } = seen
  const paid = tries.filter((tried) => !isPendingOrNothing(tried))
  const pending = tries.filter(isOf(['pending']))

  holds(stand.length <= 1 && paid.length <= 1, 'a checkout is charged once', told)
  holds(pending.length + paid.length <= 1, 'of any number of tries one is under way', told)
  holds(
    under.book.entries().every(({ op }) => tries.some(({ id }) => id === op)) && made.payments === tries.length,
    'nothing is charged that nobody tried',
    told,
  )
  holds(
    stand.every(({ op }) => pending.concat(paid).some(({ id }) => id === op)),
    'a checkout that is not completed is not charged',
    told,
  )
  holds(
    paid.every(({ id }) => stand.some(({ op }) => op === id)),
    'a page is not told of a payment that is none',
    told,
  )
  holds(
    paid.every(({ id }) => {
      const entry = under.book.find(id)
      return entry?.approved === String(checkoutsOf[known.kind].charged) && entry.released === '0'
    }),
    'what is charged is its total',
    told,
  )
  const names = tries.map(({ nonce }) => nonce)
  holds(
    new Set(names).size === names.length && names.every((name) => known.sent.has(name)),
    'a name is tried once',
    told,
  )
  holds(tries.filter(isOf(['declined'])).length <= 10, 'ten declines close a checkout', told)
  holds(
    tries.every(({ created }) => created < seen.expires),
    'nothing is tried after its time',
    told,
  )
  holds(completed === null || paid[0]?.id === completed, 'what is completed stays so', told)
  holds(!over || pending.length + paid.length === 0, 'what is over stays so', told)
  checkMade(seen, paid[0], known, under, told)
}

/** What follows from a payment: nothing before it, all of it at once, and nothing twice. */
const checkMade = (
  { made, receipt }: Seen,
  paid: Tried | undefined,
  { kind, sent, faulty }: Known,
  { mails }: UnderTest,
  told: () => string,
): void => {
  const { knowsCustomer, makesCustomer, stores, subscriptions, bills, receipts } = checkoutsOf[kind]
  const done = made.completions
  const asked = paid === undefined ? undefined : sent.get(paid.nonce)
  const stored = { always: [1], never: [0], asked: [...(asked ?? [])].map(Number) }[stores]
  holds(done <= (paid === undefined ? 0 : 1), 'what follows from a payment is done once', told)
  const expected = {
    customers: (knowsCustomer ? 1 : 0) + (makesCustomer ? done : 0),
    subscriptions: subscriptions * done,
    bills: bills * done,
  }
  holds(
    Object.entries(expected).every(([name, count]) => made[name as keyof typeof expected] === count) &&
      (done === 0 ? made.wallets === 0 : stored.includes(made.wallets)),
    'what follows from a payment is done once',
    () => `expected ${JSON.stringify(expected)}: ${told()}`,
  )
  holds(mails.length <= receipts * done, 'what follows from a payment is done once', () => `${mails}: ${told()}`)
  holds(receipt !== 'failed' || faulty, 'no failure is our own', () => `the receipt was not sent: ${told()}`)
}

/** When all is over: nothing is open, and what was to follow has followed. */
export const checkEnd = (seen: Seen, known: Known, under: UnderTest): void => {
  const told = () => JSON.stringify({ seen, mails: under.mails })
  const paid = paidOf(seen)
  holds(
    seen.due === 0 && seen.tries.every(({ status }) => status !== 'pending'),
    'everything is decided in the end',
    told,
  )
  holds(standing(under).length === (paid === undefined ? 0 : 1), 'a checkout is charged once', told)
  holds(seen.made.completions === (paid === undefined ? 0 : 1), 'what follows from a payment is done in the end', told)
  const receipts = paid === undefined ? 0 : checkoutsOf[known.kind].receipts
  holds(
    under.mails.length === receipts || (known.faulty && seen.receipt === 'failed'),
    'what follows from a payment is done in the end',
    told,
  )
  holds(seen.receipt !== 'due', 'what follows from a payment is done in the end', told)
}
