import { immediatePatience } from '../../../testing/doubles/immediatePatience.ts'
import { inlineWork } from '../../../testing/doubles/inlineWork.ts'
import { findForgottenWork } from '../../../testing/database/forgottenWork.ts'
import { createGateway, memoizedGateway } from '../../../app/gateway.ts'
import type { Gateway, GatewayParts } from '../../../app/gateway.ts'
import { parseEnvironment } from '../../../app/env.ts'
import type { Bindings } from '../../../app/env.ts'
import type { ProcessorDefinition } from '../../../processors/definition.ts'
import type { Capabilities, Processor } from '../../../processors/processor.ts'
import type { Wait } from '../../../processors/wait.ts'
import { createRegistry, processorRegistry } from '../../../processors/registry.ts'
import type { ProcessorRegistry } from '../../../processors/registry.ts'
import { interceptD1 } from '../../../testing/database/interceptD1.ts'
import { createWorker } from '../../../app/worker.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import type { Fault, FaultPlan } from '../../acquirer/faultPlan.ts'
import type { OtherSide } from './otherSide.ts'
import type { Send } from './client.ts'
import type { MachineFault } from './faults.ts'
import { startMachine } from './machine.ts'
import { assertInvariant } from './invariant.ts'
import type { Turn } from './machine.ts'
import { recordTraffic } from './traffic.ts'
import type { Traffic } from './traffic.ts'

export type Row = Readonly<Record<string, unknown>>

export interface Account {
  readonly id: string
  /** Of test mode. */
  readonly secretKey: string
  /** Of live mode. */
  readonly liveKey: string
}

/** What runs the worker: Node with SQLite, or workerd with D1. */
export interface Runtime {
  readonly d1: D1Database
  /** Without the databases. */
  readonly bindings: Bindings
  readonly accounts: readonly [Account, Account]
  readonly clock: { now(): number; advance(ms: number): void }
  readonly parts?: Pick<GatewayParts, 'ids' | 'limits' | 'fetch'>
  /** Adds to the acquirer what a history of this model needs. */
  readonly extendProcessor?: (acquirer: Processor) => Processor
  /** Requests and responses that the acquirer holds back: `wait` resolves after `release`. */
  readonly delayed: { wait(): Promise<void>; release(): void | Promise<void> }
  readonly turn: Turn
  /** Runs work to its end. With `turns`, waiting calls continue one at a time in that order. */
  run<T>(work: () => Promise<T>, turns: readonly number[] | null): Promise<T>
}

/** The acquirer of a history. */
export interface SystemOptions {
  /** Default: everything that the gateway knows how to use. */
  readonly can?: Capabilities
  /** How long captures and credits are pending, if their outcome comes later. */
  readonly outcomeAfterMs?: number
  /** In place of the acquirer in memory. */
  readonly createOtherSide?: (options: { readonly now: () => number; readonly wait: Wait }) => OtherSide
  /** The fault of the acquirer to which one comes at this other side. Null: none. Default: the same. */
  readonly toFault?: (fault: Fault) => Fault | null
  /** The response code of a void after settlement. Default: 25. */
  readonly settledVoidCode?: string
  /** Of which operations reports have our reference. Default: all. */
  readonly keepsReferenceOf?: 'all' | 'transactions'
}

/** Thrown by calls to a machine that crashed. */
export class MachineCrashed extends Error {
  override readonly name = 'MachineCrashed'
}

/** The gateway on a machine that may crash. */
export interface Machine {
  readonly fetch: Send
  /** The minute cron. */
  sweep(): Promise<void>
}

/** The system under test: the gateway over HTTP, with fresh accounts and an acquirer that keeps its own ledger. */
export interface System {
  /** What the acquirer can do. */
  readonly can: Capabilities
  readonly ledger: OtherSide['ledger']
  /** What a fault of the acquirer comes to. Null: nothing. */
  toFault(fault: Fault): Fault | null
  /** The processor's response code of a void after settlement. */
  readonly settledVoidCode: string
  /** Requests to the acquirer, arrived or not. */
  readonly traffic: Traffic
  readonly faultPlan: FaultPlan
  readonly accounts: readonly [Account, Account]
  /** Recipients of sent mail. */
  readonly sentMail: readonly string[]
  /** A machine without faults. */
  readonly healthy: Machine
  now(): number
  advance(ms: number): void
  /** Lets concurrent work of the same run continue first. */
  turn(): Promise<void>
  /** Runs work on a machine, and waits for its background work (`waitUntil`). */
  run<T>(
    work: (machine: Machine) => Promise<T>,
    fault: MachineFault | null,
    turns?: readonly number[] | null,
  ): Promise<T>
  /** Delivers the requests and responses that the acquirer held back. */
  deliverLate(): Promise<void>
  /** Waits until no database batch is pending, including those of crashed machines and Durable Objects. */
  waitForIdle(): Promise<void>
  rows(text: string, ...values: (string | number)[]): Promise<Row[]>
  /** A gateway for Durable Objects, which run on a separate machine. */
  startObjectMachine(fault: MachineFault | null): { readonly gateway: Gateway; readonly crashed: Promise<'crashed'> }
}

/** Cards that the acquirer declines, by last four digits. It approves all others. */
const declines: Readonly<Record<string, Fault>> = {
  '0002': { kind: 'decline', code: '05' },
  '9995': { kind: 'decline', code: '51' },
}

const decliningCards = (acquirer: Processor, faultPlan: FaultPlan): Processor => ({
  ...acquirer,
  authorize: (op, ref) => {
    const { instrument } = op
    const fault = instrument.kind === 'card' ? declines[instrument.pan.reveal().slice(-4)] : undefined
    if (fault !== undefined) faultPlan.add({ fault, on: 'authorize', op: ref.op })
    return acquirer.authorize(op, ref)
  },
})

/** The parts of the next machine. The worker reads them at its first request with an environment; one worker per machine would be slow. */
let next: GatewayParts = {}
const worker = createWorker({
  get clock() {
    return next.clock!
  },
  get ids() {
    return next.ids!
  },
  get processor() {
    return next.processor!
  },
  get processors() {
    return next.processors ?? processorRegistry
  },
  get limits() {
    return next.limits!
  },
  get mailer() {
    return next.mailer!
  },
  log: () => {},
  patience: immediatePatience,
  rateLimiters: {},
})

/** The acquirer for connections. */
const registryOf = (processor: Processor): ProcessorRegistry => {
  const definition: ProcessorDefinition = {
    name: 'acquirer',
    title: 'Acquirer',
    modes: ['test'],
    settings: [],
    testCards: null,
    capabilities: () => processor.can,
    create: () => processor,
    check: async () => ({ result: 'ok', capabilities: processor.can }),
  }
  return createRegistry([definition])
}

/** Routes the payments of the first account to a connection: the built-in one never settles by its report. */
export const connectAcquirer = async ({ accounts: [{ id }], can, rows }: System): Promise<void> => {
  // Histories inside the runtime share a database.
  const connection = `cn-${id}`
  await rows(
    `INSERT INTO connections (id, account, mode, processor, label, settings, settlesByReport, created, updated)
     VALUES (?, ?, 'test', 'acquirer', 'Acquirer', '{}', ?, 0, 0)`,
    connection,
    id,
    can.settles === 'byReport' ? 1 : 0,
  )
  await rows(
    "UPDATE accounts SET testSettings = json_set(testSettings, '$.routing', json(?)) WHERE id = ?",
    JSON.stringify([{ methods: null, currencies: null, networks: null, connection }]),
    id,
  )
}

/** A database that counts its pending batches. */
const countBatches = (d1: D1Database) => {
  const pending = { batches: 0 }
  const counted = interceptD1(d1, {
    around: (_batch, run) => {
      pending.batches++
      return run().finally(() => pending.batches--)
    },
  })
  return { counted, pending }
}

/** After every run, also one that crashed: the cron would find all that is or comes due. */
const expectNothingForgotten = async (d1: D1Database, now: number): Promise<void> => {
  const forgotten = await findForgottenWork(d1, now)
  assertInvariant(forgotten.length === 0, 'no due work is forgotten', () => JSON.stringify(forgotten))
}

/** The worker over HTTP, with the acquirer in the same process. */
export const createSystem = (runtime: Runtime, options: SystemOptions = {}): System => {
  const { clock, bindings, delayed, turn } = runtime
  const { counted: d1, pending } = countBatches(runtime.d1)
  const { createOtherSide, toFault = (fault: Fault) => fault, settledVoidCode = '25', ...rest } = options
  const time = { now: clock.now, wait: delayed.wait }
  const otherSide: OtherSide = createOtherSide?.(time) ?? inMemoryAcquirer({ ...rest, ...time })
  const { processor: acquirer, ledger, faultPlan } = otherSide
  const { extendProcessor = (real: Processor) => real } = runtime
  const { processor, traffic } = recordTraffic(decliningCards(extendProcessor(acquirer), faultPlan), clock.now)
  const sentMail: string[] = []
  const mailer: GatewayParts['mailer'] = {
    send: async (_mail, to) => {
      sentMail.push(to)
      return true
    },
  }
  const partsWith = (processor: Processor): GatewayParts => ({
    clock,
    processor,
    processors: registryOf(processor),
    mailer,
    patience: immediatePatience,
    ...runtime.parts,
  })
  const environmentOn = (database: D1Database): Bindings => ({ ...bindings, DB_01: database })

  // One gateway handles late responses, as one isolate of many would.
  createGateway(parseEnvironment(environmentOn(d1)), partsWith(processor))

  const start = (fault: MachineFault | null): Machine & { finishBackgroundWork(): Promise<void> } => {
    const machine = startMachine({ d1, processor }, fault, turn)
    const parts = partsWith(machine.processor)
    const gatewayOf = memoizedGateway({ ...parts, log: () => {}, rateLimiters: {} })
    const environment: Bindings = {
      ...environmentOn(machine.d1),
      ACCOUNT_WORK: inlineWork(() => gatewayOf(environment)),
    }
    const crash = machine.crashed.then((): never => {
      throw new MachineCrashed('The machine has crashed.')
    })
    crash.catch(() => {})
    const background: Promise<unknown>[] = []
    const context = {
      waitUntil: (work: Promise<unknown>) => void background.push(work.catch(() => undefined)),
      passThroughOnException: () => {},
    } as unknown as ExecutionContext
    const raceCrash = async <T>(work: () => T | Promise<T>): Promise<T> => {
      next = parts
      return Promise.race([Promise.resolve(work()), crash])
    }
    return {
      fetch: (request) =>
        raceCrash(() => worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, environment, context)),
      sweep: () => raceCrash(() => worker.scheduled!({} as ScheduledController, environment, context)),
      finishBackgroundWork: async () => {
        while (background.length > 0) await Promise.race([Promise.all(background.splice(0)), machine.crashed])
      },
    }
  }
  const healthy = start(null)

  const waitForIdle = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, 1))
    while (pending.batches > 0)
  }

  return {
    can: processor.can,
    ledger,
    toFault,
    settledVoidCode,
    traffic,
    faultPlan,
    sentMail,
    healthy,
    accounts: runtime.accounts,
    now: clock.now,
    advance: clock.advance,
    turn,
    run: (work, fault, turns = null) =>
      runtime.run(async () => {
        const machine = fault === null ? healthy : start(fault)
        const result = await work(machine)
        await machine.finishBackgroundWork()
        await healthy.finishBackgroundWork()
        await expectNothingForgotten(runtime.d1, clock.now())
        return result
      }, turns),
    deliverLate: () =>
      runtime.run(async () => {
        await delayed.release()
        await waitForIdle()
      }, null),
    waitForIdle: () => runtime.run(waitForIdle, null),
    rows: async (text, ...values) => {
      const [found] = await runtime.d1.batch<Record<string, unknown>>([runtime.d1.prepare(text).bind(...values)])
      return found!.results
    },
    startObjectMachine: (fault) => {
      const machine = startMachine({ d1, processor }, fault, turn)
      const environment = parseEnvironment(environmentOn(machine.d1))
      const parts = { ...partsWith(machine.processor), log: () => {}, rateLimiters: {} }
      return { gateway: createGateway(environment, parts), crashed: machine.crashed }
    },
  }
}
