import type { InvocationRecord } from '../../../worker/testing/workers/background/figures.ts'
import { median } from '../statistics.ts'
import type { BillFigures } from './bills.ts'
import { fairnessRatio } from './fairness.ts'
import type { FairnessFigures } from './fairness.ts'
import { workMs } from './figures.ts'
import type { InvocationSummary } from './figures.ts'
import type { PurgeFigures } from './purges.ts'
import type { ReversalFigures } from './reversals.ts'
import { costOfBills, simulateBills } from './simulation.ts'
import type { BillCosts, Demand } from './simulation.ts'

/** The sizes and limits of the claims. */
export const goals = {
  bills: 20_000,
  billMinutes: 20,
  reversals: 12_000,
  reversalMinutes: 20,
  callsAtOnce: 32,
  otherSeconds: 60,
  paymentsPerSecond: 250,
  statements: 500,
  invocationSeconds: 15,
  /** The platform's limit: https://developers.cloudflare.com/workers/platform/limits/ */
  cronMinutes: 15,
  fairness: 1.2,
} as const

/** A claim, its figure, its goal, and whether the figure meets it. */
export interface Claim {
  readonly claim: string
  readonly figure: string
  readonly goal: string
  readonly isMet: boolean
}

const count = (value: number): string => Math.round(value).toLocaleString('en')
const decimal = (value: number): string => value.toFixed(1)
const hundredths = (value: number): string => value.toFixed(2)
const most = (values: readonly number[]): number => values.reduce((max, value) => Math.max(max, value), 0)

const atMost = (claim: string, value: number, goal: number, format: (value: number) => string = count): Claim => ({
  claim,
  figure: Number.isFinite(value) ? format(value) : 'none',
  goal: `at most ${format(goal)}`,
  isMet: value <= goal,
})

const exactly = (claim: string, value: number, goal: number): Claim => ({
  claim,
  figure: count(value),
  goal: count(goal),
  isMet: value === goal,
})

const cronClaim = (what: string, { failedRuns }: { readonly failedRuns: number }): Claim =>
  exactly(`runs of the cron that failed, ${what}`, failedRuns, 0)

/** Minutes of a run; of a smaller one those that the goal's size takes at its rate. */
const minuteClaim = (
  what: string,
  run: { readonly size: number; readonly minutes: number; readonly perSecond: number; readonly isDone: boolean },
  goal: { readonly size: number; readonly minutes: number },
): Claim => {
  const isWhole = run.size >= goal.size
  const minutes = !run.isDone ? Number.POSITIVE_INFINITY : isWhole ? run.minutes : goal.size / run.perSecond / 60
  const claim = isWhole
    ? `${count(run.size)} ${what}: minutes`
    : `${count(goal.size)} ${what}: minutes at the rate of ${count(run.size)}, ${decimal(run.perSecond)}/s`
  return atMost(claim, minutes, goal.minutes, decimal)
}

export const billClaims = (bills: BillFigures): readonly Claim[] => {
  const { bills: size, minutes, perSecond, isDone } = bills
  return [
    minuteClaim(
      `bills due in one minute, processor ${bills.processorMs / 1000} s`,
      { size, minutes, perSecond, isDone },
      { size: goals.bills, minutes: goals.billMinutes },
    ),
    exactly('bills paid', bills.paid, size),
    exactly('bills charged more than once', bills.chargedTwice, 0),
    {
      claim: 'most that a bill was charged later than in the order of due times',
      figure: `${decimal(bills.outOfOrderMs / 1000)} s`,
      goal: '',
      isMet: true,
    },
    atMost('calls under way for the connection', bills.mostAtOnce, goals.callsAtOnce),
    atMost(
      `another account's bill, due at a run of the cron: seconds, most of ${bills.otherSeconds.length}`,
      most(bills.otherSeconds),
      goals.otherSeconds,
      decimal,
    ),
    {
      claim: 'calls that waited for one of the six connections of their invocation while their deadline ran',
      figure: count(bills.waited),
      goal: '',
      isMet: true,
    },
    cronClaim('bills', bills),
  ]
}

export const slowClaims = (bills: BillFigures): readonly Claim[] => {
  const what = `${count(bills.bills)} bills, processor ${bills.processorMs / 1000} s`
  return [
    exactly(`${what}: calls that timed out`, bills.timedOut, 0),
    exactly(`${what}: bills not paid at the first attempt`, bills.unpaidAtFirst, 0),
    exactly(`${what}: bills charged more than once`, bills.chargedTwice, 0),
    { claim: `${what}: minutes`, figure: decimal(bills.minutes), goal: '', isMet: bills.isDone },
    cronClaim('slow processor', bills),
  ]
}

export const reversalClaims = (reversals: ReversalFigures): readonly Claim[] => [
  minuteClaim(
    'reversals due at once, processor 1.5 s',
    { ...reversals, size: reversals.count },
    { size: goals.reversals, minutes: goals.reversalMinutes },
  ),
  exactly('payments reversed', reversals.reversed, reversals.count),
  exactly('reversals sent more than once', reversals.repeated, 0),
  atMost('reversals under way for the connection', reversals.mostAtOnce, goals.callsAtOnce),
  cronClaim('reversals', reversals),
]

export const purgeClaims = ({ payments, perSecond, seconds, failedRuns }: PurgeFigures): readonly Claim[] => [
  {
    claim: `payments purged per second, of ${count(payments)} in ${count(seconds)} s`,
    figure: count(perSecond),
    goal: `at least ${goals.paymentsPerSecond}`,
    isMet: perSecond >= goals.paymentsPerSecond,
  },
  cronClaim('purges', { failedRuns }),
]

export const fairnessClaims = (fairness: FairnessFigures): readonly Claim[] => {
  const { alone, beside, due, suspended, flood, idleRowsRead } = fairness
  const others = `${count(due)} due bills, ${count(suspended)} of a suspended account and ${count(flood)} requests`
  const times = (of: 'bills' | 'payments') =>
    `${decimal(median(alone[of]) / 1000)} s alone, ${decimal(median(beside[of]) / 1000)} s beside`
  return [
    atMost(
      `bills of an account beside ${others}: ratio of p50 (${times('bills')})`,
      fairnessRatio(fairness, 'bills'),
      goals.fairness,
      hundredths,
    ),
    atMost(
      `payments of the account beside them: ratio of p50 (${times('payments')})`,
      fairnessRatio(fairness, 'payments'),
      goals.fairness,
      hundredths,
    ),
    {
      claim: 'rows that a run of the cron reads beside the suspended account alone',
      figure: count(idleRowsRead),
      goal: '',
      isMet: true,
    },
  ]
}

const kinds = {
  cron: 'run of the cron',
  round: "round of an account's object",
  lane: 'call of a lane worker',
  request: 'request',
} as const

const isBackground = ({ kind }: Pick<InvocationRecord, 'kind'>): boolean => kind !== 'request'

/** The largest invocation of background work. @param records by the processor of their scenarios */
export const invocationClaims = (records: ReadonlyMap<string, readonly InvocationRecord[]>): readonly Claim[] => {
  const all = [...records.values()].flat()
  const statements = all.filter(isBackground).map((record) => record.statements)
  const cronMs = all.filter(({ kind }) => kind === 'cron').map(({ ms }) => ms)
  return [
    atMost('statements of one invocation', most(statements), goals.statements),
    ...[...records].map(([processor, some]) =>
      atMost(
        `seconds of one invocation, ${processor}`,
        most(some.filter(isBackground).map(workMs)) / 1000,
        goals.invocationSeconds,
        decimal,
      ),
    ),
    atMost(
      'minutes until the end of a run of the cron, which waits for the objects that it has woken',
      most(cronMs) / 60_000,
      goals.cronMinutes,
      decimal,
    ),
  ]
}

export const claimHead = ['Claim', 'Figure', 'Goal', 'Met'] as const

export const claimRows = (claims: readonly Claim[]): string[][] =>
  claims.map(({ claim, figure, goal, isMet }) => [claim, figure, goal, goal === '' ? '' : isMet ? 'yes' : 'NO'])

export const invocationHead = [
  'Invocation',
  'Number',
  'Batches p50',
  'most',
  'Statements p50',
  'most',
  'Seconds p50',
  'most',
  'Connections',
] as const

export const invocationRows = (summaries: readonly InvocationSummary[]): string[][] =>
  summaries.map(({ kind, count: number, batches, statements, ms, connections }) => [
    kinds[kind],
    count(number),
    ...[batches, statements].flatMap(({ p50, max }) => [count(p50), count(max)]),
    decimal(ms.p50 / 1000),
    decimal(ms.max / 1000),
    count(connections),
  ])

/** The simulated demands. */
const demands: readonly Demand[] = [1, 10].map((shards) => ({ accounts: 1_000, billsOfAccount: 1_000, shards }))

export const simulationHead = [
  'Simulated',
  'Hours',
  'Hours to the first bill of each account',
  'Bills per second of a shard',
  'Listed',
] as const

export const simulationRows = (costs: BillCosts): string[][] =>
  demands.map((demand) => {
    const run = simulateBills(demand, costs)
    const { accounts, billsOfAccount, shards } = demand
    return [
      `${count(accounts * billsOfAccount)} bills, ${count(accounts)} accounts, ${shards} ${shards === 1 ? 'shard' : 'shards'}`,
      run.hours.toFixed(2),
      run.firstBillHours.toFixed(2),
      count(run.mostPerSecond),
      `$${costOfBills(demand, costs, run).listed.toFixed(2)}`,
    ]
  })

export const costNote = (costs: BillCosts): string =>
  `Simulated from the figures of a bill: ${costs.perWorker.toFixed(2)} bills per second of a lane worker, ${decimal(costs.databaseMs)} ms in the database, ` +
  `${count(costs.rowsRead)} rows read, ${decimal(costs.rowsWritten)} written, ${costs.objectCalls.toFixed(2)} calls of objects, ${decimal(costs.cpuMs)} ms CPU at most.`
