import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import type { Capabilities } from '../../processors/processor.ts'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import type { Wait } from '../../processors/wait.ts'
import { defaultTimeLimits } from '../../domain/timeLimits.ts'
import { Meter } from '../../app/meter.ts'
import { accountJobs, scanJobs, shardJobs, sweep } from '../../domain/sweep.ts'
import type { Jobs } from '../../domain/sweep.ts'
import type { AccountJob, DueJob, ShardJob } from '../../store/sql/dueJobs.ts'
import { accountWorkServices, shardWorkServices } from '../../app/workServices.ts'
import type { AccountWorkServices, ShardWorkServices } from '../../app/workServices.ts'
import { memoizedGateway } from '../../app/gateway.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { Database, sql } from '../../store/sql/database.ts'
import type { Owner } from '../../store/sql/owner.ts'
import { readOwnerWork } from '../../store/work/dueWork.ts'
import { rootKeysText } from '../../vault/fixtures.ts'
import { createWorker } from '../../app/worker.ts'
import { inMemoryAcquirer } from '../acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import type { Bindings } from '../../app/env.ts'
import { testClock } from '../../testing/merchant.ts'
import { immediatePatience } from '../../testing/doubles/immediatePatience.ts'
import { inlineWork } from '../../testing/doubles/inlineWork.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'
import { createFaultInjector } from './injector.ts'

/** The shard of all flows. Few other tests write to it. */
export const shard = '01'

/** A clock that each case resets to the same morning, so that no case crosses midnight unintentionally. */
const resettableClock = () => {
  let clock = testClock()
  /** Waits by this clock. A reset ends all waits. */
  const wait: Wait = async (ms, signal) => {
    const startedOn = clock
    const until = clock.now() + ms
    const isOver = (): boolean => clock !== startedOn || clock.now() >= until || signal.aborted
    waits.pending++
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 2))
    waits.pending--
  }
  const waits = { pending: 0 }
  return {
    wait,
    /** The waits that have not ended. */
    waits,
    now: () => clock.now(),
    advance: (ms: number): void => clock.advance(ms),
    reset: (): void => {
      clock = testClock()
    },
  }
}

const hourMs = 3_600_000

/** How long captures and credits are pending at an acquirer whose outcomes come later. */
const outcomeAfterMs = 30_000

export interface FaultFixtureOptions {
  /** The capabilities of the acquirer. */
  readonly can?: Capabilities
  /** Of the processor's responses, in real time: tests of silent acquirers wait as long. */
  readonly processorTimeoutMs?: number
}

const allShardJobs = { ...scanJobs, ...shardJobs }
const isShardJob = (name: DueJob): name is ShardJob => name in allShardJobs

/** The worker with its objects on one shard, the acquirer and webhook receivers. The injector counts every call to them. */
export const createFaultFixture = async ({
  can = capabilitySets.isoLike,
  processorTimeoutMs = defaultTimeLimits.processorTimeoutMs,
}: FaultFixtureOptions = {}) => {
  const clock = resettableClock()
  const acquirer = inMemoryAcquirer({ now: clock.now, wait: clock.wait, can, outcomeAfterMs })
  const injector = createFaultInjector(acquirer.faultPlan.add)
  /** The event ids that each webhook receiver got, by host. */
  const deliveries = new Map<string, string[]>()
  const receive = async (request: Request): Promise<Response> => {
    const eventIds = deliveries.get(new URL(request.url).host)
    if (eventIds === undefined) throw new TypeError('Unknown host.')
    eventIds.push(request.headers.get('webhook-id') ?? '')
    await request.text()
    return new Response(null, { status: 204 })
  }

  const { DB_00: _other, DB_01, ...rest } = bindings
  const env: Bindings & { readonly DB_01: D1Database } = {
    ...rest,
    DB_01: injector.database(DB_01),
    TERMINALS: injector.objects(bindings.TERMINALS),
    PAIRINGS: injector.objects(bindings.PAIRINGS),
    WEBHOOK_ENDPOINTS: injector.objects(bindings.WEBHOOK_ENDPOINTS),
    WEBHOOK_SENDERS: injector.objects(bindings.WEBHOOK_SENDERS),
    SIMULATOR_BOOKS: injector.objects(bindings.SIMULATOR_BOOKS),
    OUTCOME_KEEPERS: injector.objects(bindings.OUTCOME_KEEPERS),
    ACCOUNT_WORK: inlineWork(() => gateway(env)),
    ROOT_KEYS: rootKeysText(1, 2),
  }
  /** From before the root key was rotated. */
  const envWithOldKey = { ...env, ROOT_KEYS: rootKeysText(1) }
  const parts: GatewayParts = {
    clock,
    processor: injector.processor({ ...acquirer.processor, acceptDispute: async () => 'done' }),
    fetch: injector.fetch(receive),
    log: () => {},
    rateLimiters: {},
    limits: { ...defaultTimeLimits, processorTimeoutMs },
    patience: immediatePatience,
  }
  const worker = createWorker(parts)
  const gateway = memoizedGateway(parts)

  const serve = async (request: Request, environment: typeof env): Promise<Response> => {
    const context = createExecutionContext()
    const response = await worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, environment, context)
    await waitOnExecutionContext(context)
    return response
  }

  /** Lets the requests and responses arrive whose time has come. */
  const arrivals = async (): Promise<void> => {
    if (clock.waits.pending > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await injector.idle()
  }

  const restoreStorage = await injector.interceptStorage(
    bindings.TERMINALS.getByName(`${shard}-${crypto.randomUUID()}`),
  )
  const { of } = objectGateway
  objectGateway.of = () => gateway(env)

  return {
    can,
    clock,
    injector,
    arrivals,
    /** Ends all waits of the acquirer. */
    endWaits: async (): Promise<void> => {
      clock.advance(hourMs)
      await arrivals()
    },
    /** Restores the gateway and the storage of objects. */
    close: (): void => {
      restoreStorage()
      objectGateway.of = of
    },
    acquirer,
    deliveries,
    database: DB_01,
    fetch: (request: Request) => serve(request, env),
    /** Sends a request to a worker that has only the older root key. */
    fetchWithOldKey: (request: Request) => serve(request, envWithOldKey),
    /** Runs all jobs of the cron. Rejects if one fails. */
    sweep: async (): Promise<void> => {
      const context = createExecutionContext()
      await worker.scheduled!({} as ScheduledController, env, context)
      await waitOnExecutionContext(context)
    },
    /** Runs one job of the cron. Rejects if it fails. */
    runJob: async (name: DueJob): Promise<void> => {
      const place = { shard, database: new Database(env.DB_01, new Meter()) }
      const shardServices = shardWorkServices(gateway(env), place)
      if (isShardJob(name)) {
        const jobs: Jobs<ShardJob, ShardWorkServices> = { [name]: allShardJobs[name] }
        await sweep(shardServices, jobs)
        return
      }
      // As the cron, which finds the work of accounts first.
      const scans: Jobs<ShardJob, ShardWorkServices> = scanJobs
      await sweep(shardServices, scans)
      const jobs: Jobs<AccountJob, AccountWorkServices> = { [name]: accountJobs[name] }
      // Who has work is read without faults.
      const database = new Database(DB_01, new Meter())
      for (const owner of await database.rows(sql('SELECT DISTINCT account, mode FROM dueWork'))) {
        const work = await readOwnerWork({ database, owner: owner as unknown as Owner }, clock.now())
        await sweep(accountWorkServices(gateway(env), place, work!.account), jobs)
      }
    },
  }
}

export type FaultFixture = Awaited<ReturnType<typeof createFaultFixture>>
