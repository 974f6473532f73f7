import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { Meter } from '../../app/meter.ts'
import { shardJobs, sweep } from '../../domain/sweep.ts'
import type { DueJob } from '../../store/sql/dueJobs.ts'
import { sweepServices } from '../../app/compose.ts'
import { memoizedGateway } from '../../app/gateway.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { Database } from '../../store/sql/database.ts'
import { rootKeysText } from '../../vault/fixtures.ts'
import { createWorker } from '../../app/worker.ts'
import { inMemoryAcquirer } from '../acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { testClock } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'
import { watchOutside } from './injector.ts'

/** Where every flow runs: few other tests leave anything in it. */
export const shard = '01'

/** A clock that each case sets back to the same morning, so that none meets the end of a day that it did not ask for. */
const morningClock = () => {
  let clock = testClock()
  return {
    now: () => clock.now(),
    advance: (ms: number): void => clock.advance(ms),
    reset: (): void => {
      clock = testClock()
    },
  }
}

/** The worker with its objects on one shard, the acquirer behind it and receivers of webhooks around it; every call outside is counted. */
export const openWorld = async () => {
  const clock = morningClock()
  const outside = watchOutside()
  const acquirer = inMemoryAcquirer({ now: clock.now })
  /** What each receiver has heard: the ids of events, by its host. */
  const heard = new Map<string, string[]>()
  const receive = async (request: Request): Promise<Response> => {
    const inbox = heard.get(new URL(request.url).host)
    if (inbox === undefined) throw new TypeError('Nobody is there.')
    inbox.push(request.headers.get('webhook-id') ?? '')
    await request.text()
    return new Response(null, { status: 204 })
  }

  const { DB_00: _other, DB_01, ...rest } = bindings
  const bound = {
    ...rest,
    DB_01: outside.database(DB_01),
    TERMINALS: outside.objects(bindings.TERMINALS),
    PAIRINGS: outside.objects(bindings.PAIRINGS),
    WEBHOOK_ENDPOINTS: outside.objects(bindings.WEBHOOK_ENDPOINTS),
    ROOT_KEYS: rootKeysText(1, 2),
  }
  /** As it was before the root key was replaced. */
  const boundBefore = { ...bound, ROOT_KEYS: rootKeysText(1) }
  const parts: GatewayParts = {
    clock,
    processor: outside.processor(acquirer.processor),
    fetch: outside.fetch(receive),
    log: () => {},
    rateLimiters: {},
  }
  const worker = createWorker(parts)
  const gateway = memoizedGateway(parts)

  const serve = async (request: Request, environment: typeof bound): Promise<Response> => {
    const context = createExecutionContext()
    const response = await worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, environment, context)
    await waitOnExecutionContext(context)
    return response
  }

  const forgetStorage = await outside.storageOf(bindings.TERMINALS.getByName(`${shard}-${crypto.randomUUID()}`))
  const { of } = objectGateway
  objectGateway.of = () => gateway(bound)

  return {
    clock,
    outside,
    /** Everything is as it was before. */
    close: (): void => {
      forgetStorage()
      objectGateway.of = of
    },
    acquirer,
    heard,
    database: DB_01,
    fetch: (request: Request) => serve(request, bound),
    /** The same by a worker that knows the older root key alone. */
    fetchBefore: (request: Request) => serve(request, boundBefore),
    /** The cron. It fails where a job of it has. */
    sweep: async (): Promise<void> => {
      const context = createExecutionContext()
      await worker.scheduled!({} as ScheduledController, bound, context)
      await waitOnExecutionContext(context)
    },
    /** One job of the cron alone, whose failure the cron would go on after. */
    job: async (name: DueJob): Promise<void> => {
      const database = new Database(bound.DB_01, new Meter())
      const services = sweepServices(gateway(bound), { shard, database }, { of: 'shard' }, 0)
      await sweep(services, { [name]: shardJobs[name] })
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
