import { parseEnvironment } from '../../../app/env.ts'
import { createWorker } from '../../../app/worker.ts'
import { createGateway } from '../../../app/gateway.ts'
import type { GatewayParts } from '../../../app/gateway.ts'
import type { Bindings } from '../../../app/env.ts'
import type { Processor } from '../../../processors/processor.ts'
import type { Fault, FaultPlan } from '../../acquirer/faultPlan.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import { lateAnswers } from '../payments/lateAnswers.ts'
import { startMachine } from '../payments/machine.ts'
import type { MachineFault } from '../payments/steps.ts'
import { Lost } from './underTest.ts'
import type { Machine, Runtime, UnderTest } from './underTest.ts'
import { interceptD1 } from '../../../testing/interceptD1.ts'

/** Cards that the acquirer declines, by their last four digits. It approves all others. */
const declines: Readonly<Record<string, Fault>> = {
  '0002': { kind: 'decline', code: '05' },
  '9995': { kind: 'decline', code: '51' },
}

const decliningCards = (acquirer: Processor, orders: FaultPlan): Processor => ({
  ...acquirer,
  authorize: (op, ref) => {
    const { instrument } = op
    const fault = instrument.kind === 'card' ? declines[instrument.pan.reveal().slice(-4)] : undefined
    if (fault !== undefined) orders.give({ fault, on: 'authorize', op: ref.op })
    return acquirer.authorize(op, ref)
  },
})

/** The parts of the machine that runs just now: a worker takes them when it first serves that machine. Making a worker takes long. */
let running: GatewayParts = {}
const worker = createWorker({
  get clock() {
    return running.clock!
  },
  get ids() {
    return running.ids!
  },
  get processor() {
    return running.processor!
  },
  get limits() {
    return running.limits!
  },
  get mailer() {
    return running.mailer!
  },
  log: () => {},
  rateLimiters: {},
})

/** A database that says how many batches are under way. */
const counting = (d1: D1Database) => {
  const going = { batches: 0 }
  const counted = interceptD1(d1, {
    around: (_batch, run) => {
      going.batches++
      return run().finally(() => going.batches--)
    },
  })
  return { counted, going }
}

/** The worker over HTTP, its acquirer in the same process. @param limits where time-outs are of the real clock, short ones */
export const gatewayOn = (runtime: Runtime, limits?: GatewayParts['limits']): UnderTest => {
  const { clock, bindings, d1 } = runtime
  const late = lateAnswers()
  const { processor: acquirer, book, orders } = inMemoryAcquirer({ now: clock.now, wait: late.wait })
  const processor = decliningCards(acquirer, orders)
  const mails: string[] = []
  const mailer: GatewayParts['mailer'] = {
    send: async (_mail, to) => {
      mails.push(to)
      return true
    },
  }
  const parts = (on: Processor): GatewayParts => ({
    clock,
    processor: on,
    mailer,
    ...(runtime.ids && { ids: runtime.ids }),
    ...(limits && { limits }),
  })

  // One gateway listens for what comes late, as one isolate of many would.
  const { counted, going } = counting(d1)
  createGateway(parseEnvironment({ ...bindings, DB_01: counted }), parts(processor))

  const start = (fault: MachineFault | null): Machine & { over(): Promise<void> } => {
    const machine = startMachine({ d1, processor }, fault, runtime.turn)
    const environment: Bindings = { ...bindings, DB_01: machine.d1 }
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
      running = own
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

  return {
    book,
    orders,
    mails,
    account: runtime.account,
    secretKey: runtime.secretKey,
    now: clock.now,
    advance: clock.advance,
    turn: runtime.turn,
    run: (work, fault, turns) =>
      runtime.run(async () => {
        const machine = fault === null ? healthy : start(fault)
        await work(machine)
        await machine.over()
      }, turns),
    hearLate: () =>
      runtime.run(async () => {
        late.arrive()
        do await new Promise((resolve) => setTimeout(resolve, 1))
        while (going.batches > 0)
      }, []),
    rows: async (text, ...values) => {
      const [found] = await d1.batch<Record<string, unknown>>([d1.prepare(text).bind(...values)])
      return found!.results
    },
  }
}
