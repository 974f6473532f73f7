/** `npm run bench:work`: background work beside a slow database and a slow processor. */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../worker/cli/cliError.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import type { InvocationRecord } from '../../worker/testing/workers/background/figures.ts'
import { describeMachine, parseNumber, withUsage } from './commandLine.ts'
import { printTable } from './report/textTable.ts'
import { measureBills } from './work/bills.ts'
import { measureFairness } from './work/fairness.ts'
import { summarizeInvocations } from './work/figures.ts'
import { measurePurges } from './work/purges.ts'
import {
  billClaims,
  claimHead,
  claimRows,
  costNote,
  fairnessClaims,
  goals,
  invocationClaims,
  invocationHead,
  invocationRows,
  purgeClaims,
  reversalClaims,
  simulationHead,
  simulationRows,
  slowClaims,
} from './work/report.ts'
import type { Claim } from './work/report.ts'
import { measureReversals } from './work/reversals.ts'
import type { BillCosts } from './work/simulation.ts'
import { WorkSubject } from './work/subject.ts'

const scenarios = ['bills', 'slow', 'reversals', 'purges', 'fairness'] as const
type Scenario = (typeof scenarios)[number]

/** Rows of each scenario, in a short and in a full run. */
const sizes = {
  /** Bills of one account. */
  bills: { short: 700, full: goals.bills },
  /** Bills with a slow processor. */
  slow: { short: 32, full: 200 },
  reversals: { short: 600, full: goals.reversals },
  /** Payments whose rows are purged. */
  purges: { short: 20_000, full: 100_000 },
  /** Due bills of the account beside. */
  due: { short: 2_000, full: 5_000 },
  /** Due bills of the suspended account. */
  suspended: { short: 20_000, full: 200_000 },
} as const
type Size = keyof typeof sizes
const sizeNames = Object.keys(sizes) as Size[]

const usage = `npm run bench:work -- [options]
  --full               the sizes of the claims, which takes about an hour; otherwise about five minutes
  --only <scenarios>   comma-separated, of: ${scenarios.join(', ')}
  --seconds <number>   time of the slow processor (default 8)
${sizeNames.map((name) => `  --${name} <number>`.padEnd(23) + `default ${sizes[name].short}, with --full ${sizes[name].full}`).join('\n')}`

const parseScenarios = (text: string): ReadonlySet<Scenario> => {
  const names = text.split(',')
  const known = scenarios.filter((name) => names.includes(name))
  if (known.length < names.length) throw new CliError(`Unknown scenario: ${text}\n${usage}`)
  return new Set(known)
}

const isSize = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= 1_000_000

const readOptions = () => {
  const string = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean' },
      seconds: string,
      only: string,
      bills: string,
      slow: string,
      reversals: string,
      purges: string,
      due: string,
      suspended: string,
    },
  })
  const size = (name: Size): number => {
    const { short, full } = sizes[name]
    return parseNumber(values[name] ?? String(values.full === true ? full : short), isSize, usage)
  }
  const seconds = parseNumber(values.seconds ?? '8', (value) => value > 0 && value <= 60, usage)
  return { size, seconds, only: parseScenarios(values.only ?? scenarios.join()) }
}

/** Prints progress to stderr, separate from the tables. */
const log = (text: string) => console.error(text)

const accounts = {
  busy: { id: 'busy', mode: 'live' },
  slow: { id: 'slow', mode: 'live' },
  other: { id: 'other', mode: 'live' },
  reversing: { id: 'reversing', mode: 'live' },
  purging: { id: 'purging', mode: 'live' },
  quiet: { id: 'quiet', mode: 'live' },
  loud: { id: 'loud', mode: 'test' },
  suspended: { id: 'suspended', mode: 'live' },
} as const

const note = [
  'The local runtime has one thread for the worker, its database and all objects, and the latency of the database and the time of the processor',
  'are emulated: it cannot show how D1 and Durable Objects on Cloudflare vary, nor work on several machines at the same time.',
].join(' ')

/** Runs the chosen scenarios, one after the other. */
class WorkBench {
  readonly #subject: WorkSubject
  readonly #options: ReturnType<typeof readOptions>
  readonly #invocations = new Map<string, InvocationRecord[]>()
  costs: BillCosts | null = null

  constructor(subject: WorkSubject, options: ReturnType<typeof readOptions>) {
    this.#subject = subject
    this.#options = options
  }

  /** By the processor of their scenarios. */
  get invocations(): ReadonlyMap<string, readonly InvocationRecord[]> {
    return this.#invocations
  }

  async run(scenario: Scenario): Promise<readonly Claim[]> {
    try {
      return await this.#scenarios[scenario]()
    } finally {
      await this.#takeInvocations(scenario)
    }
  }

  /** Those since the last call, which are of this scenario. */
  async #takeInvocations(scenario: Scenario): Promise<readonly InvocationRecord[]> {
    const taken = await this.#subject.takeInvocations()
    const name = this.#processorOf(scenario)
    this.#invocations.set(name, (this.#invocations.get(name) ?? []).concat(taken))
    return taken
  }

  #processorOf(scenario: Scenario): string {
    if (scenario === 'fairness') return 'beside a processor that does not respond'
    return `processor ${scenario === 'slow' ? this.#options.seconds : 1.5} s`
  }

  readonly #scenarios: Readonly<Record<Scenario, () => Promise<readonly Claim[]>>> = {
    bills: () => this.#bills(),
    slow: async () => {
      const bills = { count: this.#options.size('slow'), processorMs: this.#options.seconds * 1000 }
      return slowClaims(
        await measureBills(this.#subject, { ...bills, account: accounts.slow, other: accounts.other, log }),
      )
    },
    reversals: async () => {
      const reversals = { count: this.#options.size('reversals'), processorMs: 1_500 }
      return reversalClaims(await measureReversals(this.#subject, { ...reversals, account: accounts.reversing, log }))
    },
    purges: async () => {
      const payments = this.#options.size('purges')
      return purgeClaims(await measurePurges(this.#subject, { payments, account: accounts.purging, log }))
    },
    fairness: async () => {
      const { quiet, loud, suspended } = accounts
      const [due, dueOfSuspended] = [this.#options.size('due'), this.#options.size('suspended')]
      return fairnessClaims(await measureFairness(this.#subject, { quiet, loud, suspended, due, dueOfSuspended, log }))
    },
  }

  async #bills(): Promise<readonly Claim[]> {
    const [before, cpuBefore] = [await this.#subject.usage(), this.#subject.server.cpuMs()]
    const bills = { count: this.#options.size('bills'), processorMs: 1_500 }
    const figures = await measureBills(this.#subject, { ...bills, account: accounts.busy, other: accounts.other, log })
    const [after, cpuAfter] = [await this.#subject.usage(), this.#subject.server.cpuMs()]
    const invocations = await this.#takeInvocations('bills')
    const laneMs = invocations.filter(({ kind }) => kind === 'lane').reduce((sum, { ms }) => sum + ms, 0)
    const perBill = (name: keyof typeof after) => (after[name] - before[name]) / figures.bills
    this.costs = {
      perWorker: (figures.paid * 1000) / laneMs,
      databaseMs: perBill('databaseMs'),
      rowsRead: perBill('rowsRead'),
      rowsWritten: perBill('rowsWritten'),
      objectCalls: perBill('objectCalls'),
      objectRowsWritten: perBill('objectRowsWritten'),
      logged: perBill('logged'),
      cpuMs: cpuBefore === null || cpuAfter === null ? 0 : (cpuAfter - cpuBefore) / figures.bills,
    }
    return billClaims(figures)
  }
}

const bench = async (): Promise<void> => {
  const options = withUsage(readOptions, usage)
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const subject = new WorkSubject(folder)
  try {
    log('Starting the gateway …')
    await subject.start(Object.values(accounts))
    const work = new WorkBench(subject, options)
    const claims: Claim[] = []
    for (const scenario of scenarios)
      if (options.only.has(scenario)) {
        log(`Scenario: ${scenario}`)
        claims.push(...(await work.run(scenario)))
      }
    const summaries = summarizeInvocations([...work.invocations.values()].flat())
    printTable(claimHead, claimRows(claims.concat(invocationClaims(work.invocations))))
    console.log()
    printTable(invocationHead, invocationRows(summaries))
    if (work.costs !== null) {
      console.log()
      printTable(simulationHead, simulationRows(work.costs))
      console.log(`\n${costNote(work.costs)}`)
    }
    console.log(`\n${describeMachine()} ${note}`)
    const [load = 0] = loadavg()
    if (load > cpus().length)
      console.log(`Other programs used the machine (load ${load.toFixed(1)}); times are unreliable.`)
  } finally {
    await subject.stop()
    await rm(folder, { recursive: true })
  }
}

await runCommand(bench)
