import { toBill, type Bill, type Usage } from '../report/costs.ts'

/** How the minute cron shares the workers of a shard and live mode: worker/app/sweep.ts and worker/work/wakeAccounts.ts. */
export const cronShares = {
  accountsAtOnce: 64,
  workers: 64,
  workersOfAccount: 8,
  grantSeconds: 90,
  everySeconds: 60,
  /** A run wakes no further accounts after this time. */
  runSeconds: 50,
} as const
export type CronShares = Readonly<Record<keyof typeof cronShares, number>>

export interface Demand {
  readonly accounts: number
  readonly billsOfAccount: number
  readonly shards: number
}

/** Measured figures of a bill. */
export interface BillCosts {
  /** Bills per second of one lane worker. */
  readonly perWorker: number
  /** The time of its statements in the shard's database, which runs one at a time, in milliseconds. */
  readonly databaseMs: number
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly objectCalls: number
  readonly objectRowsWritten: number
  readonly logged: number
  /** An upper bound, in milliseconds. */
  readonly cpuMs: number
}

export interface SimulatedRun {
  readonly hours: number
  /** Until the last account has its first bill charged. */
  readonly firstBillHours: number
  /** Runs of the cron until the end. */
  readonly runs: number
  /** Active time of all objects: of lane workers and of the objects of accounts. */
  readonly objectSeconds: number
  /** The most bills per second of a shard. */
  readonly mostPerSecond: number
}

interface Account {
  left: number
  woken: number
  grantedUntil: number
  workers: number
  first: number | null
}

/** Seconds of a step. */
const step = 10

const newAccount = (left: number): Account => ({ left, woken: -1, grantedUntil: 0, workers: 0, first: null })

/** A run of the cron: the accounts that it has woken. */
interface CronRun {
  readonly began: number
  readonly woken: Set<Account>
}

const isWorking = ({ left, grantedUntil }: Account, now: number): boolean => left > 0 && grantedUntil > now

/** Wakes accounts in the places of those that have ended: each once, and those that were woken the longest ago first. */
const wake = (accounts: readonly Account[], { began, woken }: CronRun, now: number, shares: CronShares): void => {
  if (now - began >= shares.runSeconds) return
  const places = shares.accountsAtOnce - [...woken].filter((account) => isWorking(account, now)).length
  const due = accounts.filter((account) => account.left > 0 && !woken.has(account))
  const chosen = due.toSorted((a, b) => a.woken - b.woken).slice(0, places)
  for (const account of chosen) woken.add(account)
  const share = Math.floor(shares.workers / Math.min(shares.workers, Math.max(1, woken.size)))
  for (const account of chosen) {
    account.woken = now
    account.grantedUntil = now + shares.grantSeconds
    account.workers = Math.min(share, shares.workersOfAccount)
  }
}

/** Simulates one shard until all bills of its accounts are charged. */
const simulateShard = (
  count: number,
  billsOfAccount: number,
  { perWorker, databaseMs }: Pick<BillCosts, 'perWorker' | 'databaseMs'>,
  shares: CronShares,
) => {
  const accounts = Array.from({ length: count }, () => newAccount(billsOfAccount))
  const mostOfDatabase = databaseMs > 0 ? 1000 / databaseMs : Number.POSITIVE_INFINITY
  let [seconds, objectSeconds, mostPerSecond] = [0, 0, 0]
  let run: CronRun = { began: 0, woken: new Set() }
  for (; accounts.some(({ left }) => left > 0); seconds += step) {
    if (seconds % shares.everySeconds === 0) run = { began: seconds, woken: new Set() }
    wake(accounts, run, seconds, shares)
    const working = accounts.filter((account) => isWorking(account, seconds))
    const wished = working.reduce((sum, { workers }) => sum + workers * perWorker, 0)
    const slowdown = Math.min(1, mostOfDatabase / Math.max(wished, Number.MIN_VALUE))
    for (const account of working) {
      account.left -= account.workers * perWorker * slowdown * step
      account.first ??= seconds
      objectSeconds += (account.workers + 1) * step
    }
    mostPerSecond = Math.max(mostPerSecond, wished * slowdown)
  }
  return {
    seconds,
    objectSeconds,
    mostPerSecond,
    firstSeconds: Math.max(0, ...accounts.map(({ first }) => first ?? 0)),
  }
}

/** How long bills take that are all due in one minute. Accounts are divided evenly among shards, which work on their own. */
export const simulateBills = (
  { accounts, billsOfAccount, shards }: Demand,
  costs: Pick<BillCosts, 'perWorker' | 'databaseMs'>,
  shares: CronShares = cronShares,
): SimulatedRun => {
  if (!(costs.perWorker > 0)) throw new Error('A simulation needs the rate of a worker.')
  const sizes = Array.from({ length: shards }, (_, shard) => Math.floor((accounts + shard) / shards))
  const bySize = new Map([...new Set(sizes)].map((size) => [size, simulateShard(size, billsOfAccount, costs, shares)]))
  const runs = sizes.map((size) => bySize.get(size)!)
  const seconds = Math.max(...runs.map((run) => run.seconds))
  return {
    hours: seconds / 3600,
    firstBillHours: Math.max(...runs.map(({ firstSeconds }) => firstSeconds)) / 3600,
    runs: Math.ceil(seconds / shares.everySeconds),
    objectSeconds: runs.reduce((sum, run) => sum + run.objectSeconds, 0),
    mostPerSecond: Math.max(...runs.map((run) => run.mostPerSecond)),
  }
}

/** The memory that each Durable Object is billed for. */
const objectGb = 0.128

/** What the bills of a simulated run cost at list price. */
export const costOfBills = ({ accounts, billsOfAccount }: Demand, costs: BillCosts, run: SimulatedRun): Bill => {
  const bills = accounts * billsOfAccount
  const usage: Usage = {
    requests: run.runs,
    cpuMs: bills * costs.cpuMs,
    logEvents: run.runs + bills * (costs.logged + costs.objectCalls),
    rowsRead: bills * costs.rowsRead,
    rowsWritten: bills * costs.rowsWritten,
    objectRequests: bills * costs.objectCalls,
    objectGbSeconds: run.objectSeconds * objectGb,
    objectRowsWritten: bills * costs.objectRowsWritten,
  }
  return toBill(usage)
}
