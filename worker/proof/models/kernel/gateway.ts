import { createGateway } from '../../../app/gateway.ts'
import type { Gateway, GatewayParts } from '../../../app/gateway.ts'
import { parseEnvironment } from '../../../app/env.ts'
import type { Bindings } from '../../../app/env.ts'
import type { Processor } from '../../../processors/processor.ts'
import { interceptD1 } from '../../../testing/database/interceptD1.ts'
import { createWorker } from '../../../app/worker.ts'
import type { Ledger } from '../../acquirer/ledger.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import type { Fault, FaultPlan } from '../../acquirer/faultPlan.ts'
import type { Send } from './client.ts'
import type { MachineFault } from './faults.ts'
import { startMachine } from './machine.ts'
import type { Turn } from './machine.ts'

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
  /** All but the databases. */
  readonly bindings: Bindings
  readonly accounts: readonly [Account, Account]
  readonly clock: { now(): number; advance(ms: number): void }
  readonly parts?: Pick<GatewayParts, 'ids' | 'limits' | 'fetch'>
  /** Requests and responses that the acquirer holds back until they arrive. */
  readonly late: { wait(): Promise<void>; arrive(): void | Promise<void> }
  readonly turn: Turn
  /** Runs work to its end. With turns, whatever waits for its turn continues one by one in that order. */
  run<T>(work: () => Promise<T>, turns: readonly number[] | null): Promise<T>
}

/** Thrown to whoever waits for a machine that died. */
export class Lost extends Error {
  override readonly name = 'Lost'
}

/** The gateway on a machine that may die. */
export interface Machine {
  readonly fetch: Send
  /** The minute cron. */
  sweep(): Promise<void>
}

/** The gateway under test, over HTTP, with fresh accounts and an acquirer that keeps its own ledger. */
export interface System {
  readonly ledger: Ledger
  readonly faultPlan: FaultPlan
  readonly accounts: readonly [Account, Account]
  /** Recipients of mail. */
  readonly mails: readonly string[]
  /** A machine without faults. */
  readonly healthy: Machine
  now(): number
  advance(ms: number): void
  /** Lets other work of the same run continue first. */
  turn(): Promise<void>
  /** Runs work on a machine, and waits for all that outlives the responses. */
  run<T>(
    work: (machine: Machine) => Promise<T>,
    fault: MachineFault | null,
    turns?: readonly number[] | null,
  ): Promise<T>
  /** Delivers what the acquirer held back. */
  deliverLate(): Promise<void>
  /** Waits until no batch is under way, of dead machines and Durable Objects as well. */
  settle(): Promise<void>
  rows(text: string, ...values: (string | number)[]): Promise<Row[]>
  /** A gateway for Durable Objects, which have a machine of their own. */
  startObjects(fault: MachineFault | null): { readonly gateway: Gateway; readonly death: Promise<'dead'> }
}

/** Cards that the acquirer declines, by their last four digits. It approves all others. */
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

/** The parts of the machine that starts next. A worker reads them for its first request with an environment; making a worker is slow. */
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
  get limits() {
    return next.limits!
  },
  get mailer() {
    return next.mailer!
  },
  log: () => {},
  rateLimiters: {},
})

/** A database that counts the batches under way. */
const counting = (d1: D1Database) => {
  const pending = { batches: 0 }
  const counted = interceptD1(d1, {
    around: (_batch, run) => {
      pending.batches++
      return run().finally(() => pending.batches--)
    },
  })
  return { counted, pending }
}

/** The worker over HTTP, with its acquirer in the same process. */
export const gatewayOn = (runtime: Runtime): System => {
  const { clock, bindings, late, turn } = runtime
  const { counted: d1, pending } = counting(runtime.d1)
  const { processor: acquirer, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now, wait: late.wait })
  const processor = decliningCards(acquirer, faultPlan)
  const mails: string[] = []
  const mailer: GatewayParts['mailer'] = {
    send: async (_mail, to) => {
      mails.push(to)
      return true
    },
  }
  const parts = (on: Processor): GatewayParts => ({ clock, processor: on, mailer, ...runtime.parts })
  const environmentOn = (database: D1Database): Bindings => ({ ...bindings, DB_01: database })

  // One gateway listens for late responses, as one isolate of many would.
  createGateway(parseEnvironment(environmentOn(d1)), parts(processor))

  const start = (fault: MachineFault | null): Machine & { over(): Promise<void> } => {
    const machine = startMachine({ d1, processor }, fault, turn)
    const environment = environmentOn(machine.d1)
    const own = parts(machine.processor)
    const dead = machine.death.then((): never => {
      throw new Lost('The machine is dead.')
    })
    dead.catch(() => {})
    const after: Promise<unknown>[] = []
    const context = {
      waitUntil: (work: Promise<unknown>) => void after.push(work.catch(() => undefined)),
      passThroughOnException: () => {},
    } as unknown as ExecutionContext
    const served = async <T>(work: () => T | Promise<T>): Promise<T> => {
      next = own
      return Promise.race([Promise.resolve(work()), dead])
    }
    return {
      fetch: (request) =>
        served(() => worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, environment, context)),
      sweep: () => served(() => worker.scheduled!({} as ScheduledController, environment, context)),
      over: async () => {
        while (after.length > 0) await Promise.race([Promise.all(after.splice(0)), machine.death])
      },
    }
  }
  const healthy = start(null)

  const settle = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, 1))
    while (pending.batches > 0)
  }

  return {
    ledger,
    faultPlan,
    mails,
    healthy,
    accounts: runtime.accounts,
    now: clock.now,
    advance: clock.advance,
    turn,
    run: (work, fault, turns = null) =>
      runtime.run(async () => {
        const machine = fault === null ? healthy : start(fault)
        const result = await work(machine)
        await machine.over()
        await healthy.over()
        return result
      }, turns),
    deliverLate: () =>
      runtime.run(async () => {
        await late.arrive()
        await settle()
      }, null),
    settle: () => runtime.run(settle, null),
    rows: async (text, ...values) => {
      const [found] = await runtime.d1.batch<Record<string, unknown>>([runtime.d1.prepare(text).bind(...values)])
      return found!.results
    },
    startObjects: (fault) => {
      const machine = startMachine({ d1, processor }, fault, turn)
      const environment = parseEnvironment(environmentOn(machine.d1))
      const own = { ...parts(machine.processor), log: () => {}, rateLimiters: {} }
      return { gateway: createGateway(environment, own), death: machine.death }
    },
  }
}
