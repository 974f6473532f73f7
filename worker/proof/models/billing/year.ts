import * as fc from 'fast-check'
import { virtualTime } from '../payments/virtualTime.ts'
import { billingInProcess } from './inProcess.ts'
import type { Billing } from './inProcess.ts'
import type { Day } from './expectedDates.ts'
import { billingYear, billingZones, daysOfBillingYear, expectedInYear, manySubscriptions } from './manySubscriptions.ts'
import type { ManySubscription } from './manySubscriptions.ts'
import type { Subject } from './verbs.ts'

const hour = 3_600_000
const minute = 60_000

/** What a merchant does to a subscription. */
type Change =
  | { readonly do: 'pause' }
  | { readonly do: 'pauseUntil'; readonly until: Day }
  | { readonly do: 'resume' }
  | { readonly do: 'reprice'; readonly total: number }
  | { readonly do: 'cancel' }

type TimedChange = Change & { readonly at: number }

/** A subscription with all that becomes of it in the year. */
interface Story {
  readonly subscription: ManySubscription
  /** In minor units. */
  readonly total: number
  /** In their order. */
  readonly changes: readonly TimedChange[]
}

/** The local date of a charge, and its amount in minor units. */
type Charge = readonly [date: string, amount: number]

/** At no hour of these does a day begin: a bill is either before a change or after it. */
const moments = { day: fc.noBias(fc.nat({ max: 340 })), hours: fc.integer({ min: 1, max: 22 }) }

/** A change as it is drawn: days by their number. */
const drawn = fc.oneof(
  fc.record({ ...moments, do: fc.constantFrom('pause', 'resume', 'resume', 'cancel') }),
  fc.record({ ...moments, do: fc.constant('pauseUntil'), days: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ ...moments, do: fc.constant('reprice'), total: fc.integer({ min: 1, max: 99_999 }) }),
)
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const lives: fc.Arbitrary<readonly Drawn[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(drawn, { minLength: 1, maxLength: 4 }) },
)

const timed = ({ day, hours, ...change }: Drawn, days: readonly Day[]): TimedChange => {
  const at = days[day]!.begins + hours * hour
  return 'days' in change
    ? { do: 'pauseUntil', at, until: days[Math.min(day + change.days, days.length - 1)]! }
    : ({ ...change, at } as TimedChange)
}

/** Subscriptions over the billing year, and what becomes of each: the same ones for the same seed. */
export const storiesOfYear = (count: number, seed = 1): Story[] => {
  const subscriptions = manySubscriptions(count, seed)
  return fc
    .sample(fc.record({ life: lives, total: fc.integer({ min: 1, max: 99_999 }) }), { numRuns: count, seed })
    .map(({ life, total }, number) => {
      const subscription = subscriptions[number]!
      const days = daysOfBillingYear(subscription.timeZone)
      const changes = life.map((change) => timed(change, days)).sort((a, b) => a.at - b.at)
      return { subscription, total, changes }
    })
}

/** What a story has to come to, by nothing but the days on the walls and the changes. */
export const expectedOf = ({ subscription, total, changes }: Story): { charges: Charge[]; refused: number } => {
  const charges: Charge[] = []
  const { installments } = subscription
  let [price, paused, until, canceled, refused] = [total, false, Infinity, false, 0]
  const waiting = [...changes]
  const apply = (change: TimedChange): void => {
    if (canceled || (installments > 0 && charges.length === installments)) {
      refused++
      return
    }
    if (paused && until <= change.at) paused = false
    const was = paused
    if (change.do === 'reprice') price = change.total
    if (change.do === 'cancel') canceled = true
    paused = change.do === 'pause' || change.do === 'pauseUntil'
    if (change.do === 'pauseUntil') until = change.until.begins
    else if (!was || !paused) until = Infinity
  }
  for (const { date, begins } of expectedInYear({ ...subscription, installments: 0 })) {
    while (waiting[0] !== undefined && waiting[0].at < begins) apply(waiting.shift()!)
    if (paused && until <= begins) paused = false
    if (!paused && !canceled && (installments === 0 || charges.length < installments)) charges.push([date, price])
  }
  for (const change of waiting) apply(change)
  return { charges, refused }
}

const bodies: {
  readonly [Kind in Exclude<Change['do'], 'cancel'>]: (change: Extract<Change, { do: Kind }>) => object
} = {
  pause: () => ({ status: 'paused' }),
  pauseUntil: ({ until }) => ({ status: 'paused', resumesAt: until.date }),
  resume: () => ({ status: 'active' }),
  reprice: ({ total }) => ({ amount: { total: total / 100 } }),
}

/** Does a change; answers whether it was refused. */
const play = async ({ office }: Billing, subject: Subject, change: TimedChange): Promise<boolean> => {
  const work = () =>
    change.do === 'cancel' ? office.cancel(subject) : office.update(subject, bodies[change.do](change as never))
  const [done] = await office.run([work])
  return done === false
}

/** What a year came to. */
export interface YearPlayed {
  /** Of each story, by the acquirer's own book. */
  readonly charges: readonly Charge[][]
  readonly refused: readonly number[]
  /** Milliseconds between the beginning of a bill's day and the latest request for its money. */
  readonly latest: number
  readonly billing: Billing
}

/** Plays stories for a year, with a sweep whenever something is due: some seconds after a full minute, as a scheduler does it. */
export const playYear = async (stories: readonly Story[]): Promise<YearPlayed> => {
  const time = virtualTime()
  time.begin()
  try {
    const billing = billingInProcess('whole')(time, billingYear.from - 18 * hour)
    for (const zone of billingZones) billing.addAccount(zone, zone)
    const subjects: Subject[] = []
    for (const { subscription, total } of stories) {
      const { timeZone: account, cycle, startDate, installments } = subscription
      const customer = await billing.addCustomer(account)
      const [id] = await billing.office.run([
        () => billing.office.enrol({ account, customer, cycle, startDate, installments, total }),
      ])
      subjects.push({ account, customer, subscription: id as string })
    }
    const refused = stories.map(() => 0)
    const changes = stories
      .flatMap((story, number) => story.changes.map((change) => ({ change, number })))
      .sort((a, b) => a.change.at - b.change.at)
    for (;;) {
      const due = billing.nextDue() ?? Infinity
      const wakes = Math.max(Math.ceil(due / minute) * minute + 7_000, billing.now() + minute)
      const [next] = changes
      if (next !== undefined && next.change.at <= wakes) {
        changes.shift()
        billing.setNow(next.change.at)
        if (await play(billing, subjects[next.number]!, next.change)) refused[next.number]! += 1
      } else {
        if (due >= billingYear.to) break
        billing.setNow(wakes)
        await billing.office.run([billing.office.sweep])
      }
    }
    return { ...chargesOf(billing, subjects), refused, billing }
  } finally {
    time.end()
  }
}

/** What the acquirer took, and on which day of the account's zone it was asked for. */
const chargesOf = ({ book, requests }: Billing, subjects: readonly Subject[]) => {
  const numbers = new Map(subjects.map(({ subscription }, number) => [subscription, number]))
  const charges: Charge[][] = subjects.map(() => [])
  let latest = 0
  for (const { op, at, subscription } of requests) {
    const { state, captureNow, approved } = book.find(op)!
    if (state !== 'approved' || !captureNow) throw new Error(`${op} is ${state}`)
    const number = numbers.get(subscription)!
    const day = daysOfBillingYear(subjects[number]!.account as never).findLast(({ begins }) => begins <= at)
    if (day === undefined) throw new Error(`${op} came before the year.`)
    latest = Math.max(latest, at - day.begins)
    charges[number]!.push([day.date, Number(approved)])
  }
  if (book.entries().length !== requests.length) throw new Error('The acquirer has more than was asked for.')
  return { charges, latest }
}
