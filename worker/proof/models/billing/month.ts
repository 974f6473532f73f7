import type { Fault } from '../../acquirer/faultPlan.ts'
import type { MachineFault } from '../payments/steps.ts'
import { virtualTime } from '../payments/virtualTime.ts'
import { billingInProcess, jobs } from './inProcess.ts'
import type { Billing, Machine, Request } from './inProcess.ts'
import type { Subject } from './verbs.ts'

const minute = 60_000

/** Berlin, over the end of summer time on 31 October. */
const account = 'Europe/Berlin'
const begin = Date.UTC(2027, 9, 15, 12)
const end = Date.UTC(2027, 10, 2, 12)

interface Fortune {
  readonly name: string
  readonly installments?: number
  /** What the acquirer makes of a request, after so many earlier ones for the same period. */
  readonly fate?: (request: Request, earlier: number) => Fault | null
  readonly events?: readonly {
    readonly at: number
    readonly do: (machine: Machine, subject: Subject) => Promise<unknown>
  }[]
}

const once = (period: number, fault: Fault) => (request: Request, earlier: number) =>
  request.period === period && earlier === 0 ? fault : null

/**
 * Six fortunes that a crash cannot change: what the acquirer says depends on the time, as it does of an empty account or a lost card, or is
 * a failure of a moment.
 */
const fortunes: readonly Fortune[] = [
  { name: 'approved, until its two installments are paid', installments: 2 },
  {
    name: 'declined for two days, then approved',
    fate: ({ at }) => (at < Date.UTC(2027, 9, 20, 12) ? { kind: 'decline', code: '51' } : null),
  },
  {
    name: 'a lost card, and days later a new one',
    fate: ({ at }) => (at < Date.UTC(2027, 9, 22, 12) ? { kind: 'decline', code: '41' } : null),
    events: [{ at: Date.UTC(2027, 9, 22, 13), do: (machine, subject) => machine.storeCard(subject) }],
  },
  { name: 'a processor that is silent', fate: once(1, { kind: 'silent' }) },
  { name: 'an approval whose answer is lost', fate: once(0, { kind: 'dropAfter' }) },
  {
    name: 'failures of the processor, a pause, and a cancel',
    fate: ({ period }, earlier) => (period === 0 && earlier < 2 ? { kind: 'decline', code: '92' } : null),
    events: [
      {
        at: Date.UTC(2027, 9, 20, 15),
        do: (machine, subject) => machine.update(subject, { status: 'paused', resumesAt: '2027-10-30' }),
      },
      { at: Date.UTC(2027, 10, 1, 15), do: (machine, subject) => machine.cancel(subject) },
    ],
  },
]

/**
 * What has to be the same wherever the gateway died: what each customer has paid for and what stands of it at the acquirer, in which state
 * subscription and bills are, and when the next bill is due. How often and when somebody looked or asked may differ: that is what a crash
 * costs.
 */
export interface MonthPlayed {
  readonly subscriptions: readonly unknown[]
  readonly bills: readonly unknown[]
  /** By the acquirer's own book: subscription, period and amount of each payment that stands. */
  readonly taken: readonly string[]
  /** What is still open at the end: nothing. */
  readonly open: number
  /** How many machines came to their end before the month did. */
  readonly deaths: number
}

/** What goes wrong with the machines of a month. */
export interface MonthOfTrouble {
  /** Of one machine after the other: each has this fault, and the last one none. */
  readonly faults: readonly MachineFault[]
  /** Every sweep is done by two at once, who go on by these turns; in the midst of it the lease of the first ends. */
  readonly turns: readonly number[] | null
}

export const noTrouble: MonthOfTrouble = { faults: [], turns: null }

/** A batch is closed long after its payments: it has its own tests. */
const { unfinished, subscriptions: bill } = jobs

/** Plays the month, again and again on one database. */
export const monthInProcess = () => {
  const onSqlite = billingInProcess('none')
  const time = virtualTime()
  return async ({ faults, turns }: MonthOfTrouble): Promise<MonthPlayed> => {
    time.begin()
    try {
      const fateOf = new Map<string, Fortune['fate']>()
      const billing = onSqlite(
        time,
        begin,
        (request, earlier) => fateOf.get(request.subscription)?.(request, earlier) ?? null,
      )
      billing.addAccount(account, account)
      const subjects: Subject[] = []
      for (const { installments = 0, fate } of fortunes) {
        const customer = await billing.addCustomer(account)
        const cycle = { unit: 'week', interval: 1, dayOfCycle: 1 } as const
        const enrolment = { account, customer, cycle, startDate: '2027-10-18', installments, total: 1000 }
        const [subscription] = await billing.office.run([() => billing.office.enrol(enrolment)])
        subjects.push({ account, customer, subscription: subscription as string })
        fateOf.set(subscription as string, fate)
      }
      const events = fortunes
        .flatMap(({ events: own = [] }, number) => own.map((event) => ({ ...event, subject: subjects[number]! })))
        .sort((a, b) => a.at - b.at)
      const next = [...faults]
      const start = () => billing.start(next.shift() ?? null, { unfinished, subscriptions: bill })
      const longAfter = async () => {
        await billing.turn()
        billing.setNow(billing.now() + 61_000)
      }
      let machine = start()
      let deaths = 0
      for (;;) {
        const due = Math.max(billing.nextDue() ?? Infinity, billing.now() + minute)
        const [event] = events
        if (event !== undefined && event.at <= due) {
          events.shift()
          billing.setNow(event.at)
          await billing.office.run([() => event.do(billing.office, event.subject)])
          continue
        }
        if (due > end) break
        billing.setNow(due)
        if (turns === null) await machine.run([machine.sweep])
        else await machine.run<unknown>([machine.sweep, machine.sweep, longAfter], turns)
        if (machine.isDead()) {
          deaths += 1
          machine = start()
        }
      }
      return { ...stateOf(billing, subjects), deaths }
    } finally {
      time.end()
    }
  }
}

const stateOf = ({ rows, book, requests }: Billing, subjects: readonly Subject[]) => {
  const names = new Map(subjects.map(({ subscription }, number) => [subscription, fortunes[number]!.name]))
  const named = ({ id, ...rest }: Record<string, unknown>) => ({ name: names.get(id as string), ...rest })
  return {
    subscriptions: rows(
      'SELECT id, status, period, charges, due, resumesAt, newMethod FROM subscriptions ORDER BY id',
    ).map(named),
    bills: rows(
      'SELECT subscription AS id, period, status, date, total, asking FROM bills ORDER BY subscription, period',
    ).map(named),
    taken: requests
      .filter(({ op }) => book.find(op)?.state === 'approved')
      .map(({ op, subscription, period }) => `${names.get(subscription)}, ${period}: ${book.find(op)?.approved}`)
      .sort(),
    open: rows('SELECT 1 FROM operations WHERE due IS NOT NULL').length,
  }
}
