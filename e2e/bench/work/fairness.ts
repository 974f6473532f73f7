import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../statistics.ts'
import { dueSubscriptions, readCharged } from './bills.ts'
import { createSubscription, seedSubscriptions } from './seed.ts'
import type { BenchAccount, WorkSubject } from './subject.ts'
import { waitUntilNone } from './waitUntilNone.ts'

const dayMs = 86_400_000
const billsOfRound = 20
const rounds = 3
/** Between two payments of the quiet account, and between two requests of each client of the flood. */
const apartMs = { payments: 400, flood: 200 } as const
const clientsOfFlood = 8

/** Milliseconds. */
interface Times {
  /** From due to charged, of each bill. */
  readonly bills: number[]
  /** Of each request for a payment. */
  readonly payments: number[]
}

export interface FairnessFigures {
  readonly alone: Times
  readonly beside: Times
  readonly due: number
  readonly suspended: number
  /** Requests of the flood. */
  readonly flood: number
  /** Rows that a run of the cron reads beside the suspended account, when nothing else is due. */
  readonly idleRowsRead: number
}

export interface FairnessOptions {
  readonly quiet: BenchAccount
  /** In test mode, with due bills, a processor that does not respond in time, and a flood of requests. */
  readonly loud: BenchAccount
  readonly suspended: BenchAccount
  readonly due: number
  readonly dueOfSuspended: number
  readonly log: (text: string) => void
}

const card = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }

/** Runs work again and again until it is stopped. */
class Repeated {
  #isStopped = false
  count = 0
  readonly #ended: Promise<unknown>

  constructor(apart: number, work: () => Promise<unknown>) {
    const repeat = async () => {
      while (!this.#isStopped) {
        await Promise.all([work(), sleep(apart)])
        this.count++
      }
    }
    this.#ended = repeat()
    // Awaited by `stop`.
    this.#ended.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#ended
  }
}

class QuietAccount {
  readonly #subject: WorkSubject
  readonly #account: BenchAccount
  readonly #template: string
  #rounds = 0

  constructor(subject: WorkSubject, account: BenchAccount, template: string) {
    this.#subject = subject
    this.#account = account
    this.#template = template
  }

  /** Charges bills that come due with a run of the cron, and pays meanwhile. */
  async measureRound(times: Times, log: (text: string) => void): Promise<void> {
    const { id } = this.#account
    const prefix = `fair-${++this.#rounds}-`
    const due = Date.now()
    await seedSubscriptions(this.#subject, this.#template, { count: billsOfRound, prefix, firstDue: due, apartMs: 0 })
    // Runs of the cron end with the grants that they give.
    const began = Date.now()
    this.#subject.cron().catch((reason: unknown) => log(String(reason)))
    const paying = new Repeated(apartMs.payments, async () => {
      const sent = performance.now()
      const body = { payment: { creditCard: card }, amount: { value: 10 } }
      await this.#subject.call(this.#account, 'POST', '/v1/transactions/authorize', body)
      times.payments.push(performance.now() - sent)
    })
    await waitUntilNone(this.#subject, { patienceMs: 180_000, what: 'bills', log }, dueSubscriptions, id, began)
    await paying.stop()
    const record = await this.#subject.connection(this.#account)
    const charged = await readCharged(this.#subject, this.#account, record, prefix, () => began)
    times.bills.push(...charged.map(({ at }) => at - began))
  }
}

const noTimes = (): Times => ({ bills: [], payments: [] })

/** Measures an account alone, and then beside accounts with much work. */
export const measureFairness = async (
  subject: WorkSubject,
  { quiet, loud, suspended, due, dueOfSuspended, log }: FairnessOptions,
): Promise<FairnessFigures> => {
  const account = new QuietAccount(subject, quiet, await createSubscription(subject, quiet))
  await subject.setTimes(quiet, { background: 1_500, customer: 300 })
  const [alone, beside] = [noTimes(), noTimes()]
  log('An account alone …')
  for (let round = 0; round < rounds; round++) await account.measureRound(alone, log)

  log(`Inserting ${(due + dueOfSuspended).toLocaleString('en')} subscriptions …`)
  const seed = async (other: BenchAccount, count: number, firstDue: number) =>
    seedSubscriptions(subject, await createSubscription(subject, other), {
      count,
      prefix: `fair-${other.id}-`,
      firstDue,
      apartMs: 0,
    })
  await seed(suspended, dueOfSuspended, Date.now() + 10 * dayMs)
  await subject.sql('UPDATE accounts SET suspended = 1 WHERE id = ?', suspended.id)
  await subject.sql('UPDATE subscriptions SET due = ? WHERE account = ?', Date.now() - 60_000, suspended.id)
  await subject.cron()
  const before = (await subject.usage()).rowsRead
  await subject.cron()
  const idleRowsRead = (await subject.usage()).rowsRead - before

  await subject.setTimes(loud, { background: 30_000, customer: 300 })
  await seed(loud, due, Date.now() - 60_000)
  const cron = subject.cron()
  const list = () => subject.call(loud, 'GET', '/v1/transactions?pageSize=10')
  const flood = Array.from({ length: clientsOfFlood }, () => new Repeated(apartMs.flood, list))
  // Its objects begin.
  await sleep(10_000)
  log('The same account beside others …')
  for (let round = 0; round < rounds; round++) await account.measureRound(beside, log)
  await Promise.all(flood.map((client) => client.stop()))
  // What is left of its work would go on beside the next scenario.
  await subject.sql('UPDATE subscriptions SET due = ? WHERE account = ?', Date.now() + 10 * dayMs, loud.id)
  await cron
  const requests = flood.reduce((sum, { count }) => sum + count, 0)
  return { alone, beside, due, suspended: dueOfSuspended, flood: requests, idleRowsRead }
}

/** The ratio of medians, beside others to alone. */
export const fairnessRatio = (times: Pick<FairnessFigures, 'alone' | 'beside'>, of: keyof Times): number =>
  median(times.beside[of]) / median(times.alone[of])
