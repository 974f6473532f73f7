import type { History, Step, Trouble, Verb } from './steps.ts'
import { checkEnd, checkStep } from './invariants.ts'
import type { AccountKnown } from './invariants.ts'
import { lost } from './inProcess.ts'
import type { Billing, Machine } from './inProcess.ts'
import { applied, cardCame } from './model.ts'
import type { Happened, Known } from './model.ts'
import { look } from './seen.ts'
import { holds, Violation } from './violation.ts'
import type { Promised } from './violation.ts'
import { dateAfter, datesOf, zones } from './walls.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Before the clocks are changed, a month that is short, and nothing of the kind. */
export const beginnings = [
  Date.UTC(2027, 2, 10, 12),
  Date.UTC(2027, 5, 20, 9),
  Date.UTC(2027, 9, 25, 22),
  Date.UTC(2028, 1, 25, 12),
]
const longest = 300 * day
/** The most sweeps of one step. */
const mostSweeps = 25

interface Play {
  readonly billing: Billing
  readonly ends: number
  readonly accounts: Map<string, AccountKnown>
  readonly known: Known[]
}

/** Plays a history to its end and beyond, until all is decided. @throws Violation */
export const play = async ({ steps }: History, billing: Billing): Promise<void> => {
  const accounts = new Map<string, AccountKnown>()
  for (const zone of zones.slice(0, 2)) {
    const id = `account-${accounts.size}`
    billing.addAccount(id, zone)
    accounts.set(id, { zone, moved: false, suspended: false })
  }
  const at: Play = { billing, accounts, known: [], ends: billing.now() + longest }
  for (const [index, step] of steps.entries()) {
    // No two steps in the same millisecond.
    billing.setNow(billing.now() + 1)
    await named(`step ${index + 1}, ${JSON.stringify(step)}`, () =>
      (players[step.do] as (step: Step, at: Play) => Promise<void>)(step, at),
    )
  }
  await named('the end', () => playOut(at))
}

/** Says of a violation where in the history it came to light. */
const named = async (where: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    const [promised, detail] =
      thrown instanceof Violation
        ? [thrown.invariant as Promised, thrown.detail]
        : (['no failure is our own', String(thrown instanceof Error ? thrown.stack : thrown)] as const)
    throw new Violation<Promised>(promised, `${detail}\nin ${where}`)
  }
}

const nobody = { known: null, change: null, together: false, acknowledged: false, lost: false }

type Players = { readonly [Kind in Step['do']]: (step: Extract<Step, { do: Kind }>, at: Play) => Promise<void> }

const players: Players = {
  enrol: async ({ account: number, again, cycle, startsIn, installments, total }, at) => {
    const { billing, accounts, known } = at
    const account = `account-${number}`
    const { zone } = accounts.get(account)!
    const earlier = again ? known.findLast(({ subject }) => subject.account === account) : undefined
    const customer = earlier?.subject.customer ?? (await billing.addCustomer(account))
    const startDate = dateAfter(zone, billing.now(), startsIn)
    const { office } = billing
    const [subscription] = await office.run([
      () => office.enrol({ account, customer, cycle, startDate, installments, total }),
    ])
    const subject = { account, customer, subscription: subscription as string }
    known.push({
      subject,
      dates: datesOf(cycle, startDate),
      installments,
      price: total,
      canceled: false,
      pausedUntil: null,
      notBefore: 0,
      cards: [],
      last: look(billing).get(subject.subscription)!,
    })
    check({ ...nobody, from: billing.now(), to: billing.now() }, at)
  },

  pass: async ({ hours, trouble }, at) => {
    const { billing } = at
    const end = Math.min(billing.now() + hours * hour, at.ends)
    order(trouble, at)
    let machine = billing.start(trouble.machine)
    for (let sweeps = 0; sweeps < mostSweeps; sweeps++) {
      const wakes = Math.max(billing.nextDue() ?? Infinity, billing.now() + minute)
      if (wakes > end) {
        billing.setNow(Math.max(end, billing.now()))
        break
      }
      const from = billing.now()
      billing.setNow(wakes)
      await machine.run([machine.sweep])
      check({ ...nobody, from, to: wakes }, at)
      if (machine.isDead()) machine = billing.start()
    }
    billing.orders.clear()
  },

  wait: async ({ hours }, { billing, ends }) => {
    billing.setNow(Math.max(billing.now(), Math.min(billing.now() + hours * hour, ends)))
  },

  sweep: async ({ trouble }, at) => {
    const { billing } = at
    order(trouble, at)
    const machine = billing.start(trouble.machine)
    await machine.run([machine.sweep])
    billing.orders.clear()
    check({ ...nobody, from: billing.now(), to: billing.now() }, at)
  },

  change: async ({ which, change }, at) => {
    const { billing } = at
    const known = subjectOf(which, at)
    if (known === undefined) return
    const [answer] = await billing.office.run([() => does(change, known, billing.office, billing.now())])
    const happened = { known, change, together: false, acknowledged: answer === true, lost: false }
    check({ ...happened, from: billing.now(), to: billing.now() }, at)
  },

  together: async ({ sweeps, which, change, waits, late, turns, trouble }, at) => {
    const { billing } = at
    const known = subjectOf(which, at)
    const from = billing.now()
    order(trouble, at)
    const machine = billing.start(trouble.machine)
    const work: (() => Promise<unknown>)[] = Array.from({ length: sweeps }, () => machine.sweep)
    const later = async () => {
      await billing.turn()
      billing.setNow(billing.now() + late * 1000)
    }
    if (late > 0) work.push(later, () => later().then(later))
    const asks = change !== null && known !== undefined
    if (asks)
      work.push(async () => {
        for (let wait = 0; wait < waits; wait++) await billing.turn()
        return does(change, known, machine, from)
      })
    const answers = await machine.run(work, turns)
    billing.orders.clear()
    const answer = answers.at(-1)
    const happened = asks
      ? { known, change, together: true, acknowledged: answer === true, lost: answer === lost }
      : nobody
    check({ ...happened, from, to: billing.now() }, at)
  },

  zone: async ({ account: number, zone: index }, { billing, accounts }) => {
    const id = `account-${number}`
    const zone = zones[index]!
    const before = accounts.get(id)!
    billing.changeSettings(id, { timeZone: zone })
    accounts.set(id, { ...before, zone, moved: before.moved || before.zone !== zone })
  },

  suspend: async ({ account: number, suspended }, { billing, accounts }) => {
    const id = `account-${number}`
    billing.suspend(id, suspended)
    accounts.set(id, { ...accounts.get(id)!, suspended })
  },

  hearLate: async (_step, at) => {
    await at.billing.hearLate()
    check({ ...nobody, from: at.billing.now(), to: at.billing.now() }, at)
  },
}

const subjectOf = (which: number, { known }: Play): Known | undefined =>
  known[known.length - 1 - (which % known.length)]

const order = ({ payment, reversal }: Trouble, { billing: { orders } }: Play): void => {
  if (payment !== null) orders.give({ ...payment, on: 'authorize' })
  if (reversal !== null) orders.give({ ...reversal, on: 'reverse' })
}

const does = async (change: Verb, { subject }: Known, machine: Machine, now: number): Promise<boolean> => {
  switch (change.verb) {
    case 'pause':
      return machine.update(subject, { status: 'paused' })
    case 'pauseUntil':
      return machine.update(subject, {
        status: 'paused',
        resumesAt: new Date(now + change.days * day).toISOString(),
      })
    case 'resume':
      return machine.update(subject, { status: 'active' })
    case 'reprice':
      return machine.update(subject, { amount: { total: change.total / 100 } })
    case 'cancel':
      return machine.cancel(subject)
    case 'card':
      await machine.storeCard(subject)
      return true
  }
}

/** Holds all that there is against what must be, and takes it for what was before the next step. */
const check = (happened: Happened, { billing, accounts, known: all }: Play): void => {
  const seen = look(billing)
  const { known: asked, change } = happened
  for (const known of all) {
    const now = seen.get(known.subject.subscription)!
    // A card is one for all subscriptions of its customer.
    if (change?.verb === 'card' && asked?.subject.customer === known.subject.customer) cardCame(known, happened, now)
    checkStep(known, now, happened, accounts.get(known.subject.account)!, billing)
    if (known === asked) {
      acknowledgedHolds(known, happened, now.row)
      applied(known, happened, now)
    }
    noticed(known, happened, now.row)
    known.last = now
  }
}

/** What the clock brings about: the end of a pause; and that what passed while a bill was unpaid is not owed. */
const noticed = (known: Known, { from, to }: Happened, { status }: Known['last']['row']): void => {
  const { pausedUntil, last } = known
  if (pausedUntil !== null && pausedUntil <= to && status !== 'paused') {
    known.notBefore = Math.max(known.notBefore, pausedUntil)
    known.pausedUntil = null
  }
  if (last.row.status === 'unpaid' && status === 'active') known.notBefore = Math.max(known.notBefore, from)
}

/** Whoever heard that something was done finds it done. */
const acknowledgedHolds = (
  { subject }: Known,
  { change, acknowledged, together, from }: Happened,
  { status, total, resumesAt }: Known['last']['row'],
): void => {
  if (!acknowledged || change === null) return
  const told = () => `${JSON.stringify(change)} of ${subject.subscription}: ${status}, ${total}, ${resumesAt}`
  const claims: Readonly<Record<Verb['verb'], boolean>> = {
    cancel: status === 'canceled',
    // The last installment may have been under way.
    pause: status === 'paused' || (together && status === 'completed'),
    pauseUntil: (status === 'paused' && resumesAt !== null && resumesAt > from) || (together && status === 'completed'),
    resume: status !== 'paused',
    reprice: status !== 'paused' && change.verb === 'reprice' && total === change.total,
    card: true,
  }
  holds(claims[change.verb] || (change.verb === 'pause' && together), 'what was acknowledged holds', told)
}

/** All that went wrong is over: what is under way comes to its end, and both books to the same. */
const playOut = async (at: Play): Promise<void> => {
  const { billing, accounts, known } = at
  for (const [id, account] of accounts) {
    billing.suspend(id, false)
    accounts.set(id, { ...account, suspended: false })
  }
  await billing.hearLate()
  for (let sweeps = 0; sweeps < 400; sweeps++) {
    const from = billing.now()
    billing.setNow(from + minute)
    await billing.office.run([billing.office.sweep])
    check({ ...nobody, from, to: billing.now() }, at)
    const open = billing.rows(
      `SELECT (SELECT count(*) FROM subscriptions WHERE due <= ?) + (SELECT count(*) FROM bills WHERE asking = 1)
            + (SELECT count(*) FROM operations WHERE due IS NOT NULL) AS open`,
      billing.now(),
    )[0]!['open']
    if (open === 0) break
    const due = billing.nextDue()
    if (due !== null) billing.setNow(Math.max(billing.now(), due - minute))
  }
  const seen = look(billing)
  for (const one of known) checkEnd(one, seen.get(one.subject.subscription)!, billing)
}
