import { createExecutionContext, runDurableObjectAlarm, waitOnExecutionContext } from '#runtime'
import { connect } from '../../widget/client/connect.ts'
import type { Fetch } from '../../widget/client/index.ts'
import { memoizedGateway } from '../app/gateway.ts'
import { createWorker } from '../app/worker.ts'
import { databasePatience } from '../domain/timeLimits.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import type { Ledger } from '../proof/acquirer/ledger.ts'
import { bindings } from '../testing/bindings.ts'
import type { TestBindings } from '../testing/bindings.ts'
import { interceptD1 } from '../testing/database/interceptD1.ts'
import { limitedD1 } from '../testing/database/limitedD1.ts'
import { createMerchant, gatewayOrigin, testClock } from '../testing/merchant.ts'
import { objectGateway } from '../testing/runtime/objectGateway.ts'
import { keeperObjectName } from './objectName.ts'

/** An outage that begins with a batch: before its effect, or after it, when its response is lost. */
export interface Outage {
  /** The batch of the flow, counted from 1. */
  readonly call: number
  readonly ms: number
  readonly when: 'before' | 'after'
}

export interface Answer {
  readonly transactionId: string
  readonly responseCode: string | null
  readonly approved: boolean
}

const minute = 60_000

/**
 * A merchant whose gateway loses its database for spans of time. All waiting, of the gateway and of the client, moves one clock, so that
 * nothing waits in real time.
 *
 * @param bound replaces bindings
 */
export const outageFixture = async (bound: Partial<TestBindings> = {}) => {
  const merchant = await createMerchant()
  let time = testClock().now()
  const clock = { now: () => time }
  const wait = async (ms: number): Promise<void> => {
    time += Math.ceil(ms)
  }
  const limited = limitedD1(bindings.DB_00, { clock: { now: clock.now, sleep: wait } })
  let batches = 0
  let armed: Outage | null = null
  let endsAt = 0
  const begin = ({ ms, when }: Outage): void => {
    armed = null
    endsAt = time + ms
    // The first batch takes effect and loses its response. All later ones do not reach the database.
    if (when === 'after') limited.away(time, time + 1, 'lostAfter')
    limited.away(time, endsAt, 'lostBefore')
  }
  const d1 = interceptD1(limited.d1, {
    before: () => {
      batches++
      if (armed?.call === batches) begin(armed)
    },
  })
  const { processor, ledger } = inMemoryAcquirer({ now: clock.now })
  const parts = {
    clock,
    processor,
    log: () => undefined,
    rateLimiters: {},
    patience: { ...databasePatience, now: clock.now, wait, random: () => 0.5 },
  }
  const environment = { ...bindings, DB_00: d1, ...bound }
  const worker = createWorker(parts)
  const gatewayOf = memoizedGateway(parts)
  // Keepers lose the same database.
  objectGateway.of = () => gatewayOf(environment)

  const fetch: Fetch = async (url, init) => {
    const context = createExecutionContext()
    const request = new Request(url, init as RequestInit)
    const response = await worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, environment, context)
    await waitOnExecutionContext(context)
    return response
  }
  const send = connect({ baseUrl: gatewayOrigin, apiKey: merchant.secretKey, fetch }, { wait, random: () => 0.5 })

  /** Sends a request as the official client does, with its retries. */
  const call = async (operation: string, body: object, idempotencyKey: string): Promise<Answer> => {
    const path = `/v1/${operation === 'tokens' ? '' : 'transactions/'}${operation}`
    const { body: answer } = await send(
      { operation: operation as never, method: 'POST', path, body, ...(operation !== 'tokens' && { keyed: true }) },
      { idempotencyKey },
    )
    return answer as Answer
  }

  const keeper = () =>
    bindings.OUTCOME_KEEPERS.getByName(keeperObjectName('00', { account: merchant.id, mode: 'test' }))

  const sweep = async (): Promise<void> => {
    const context = createExecutionContext()
    await worker.scheduled!({} as ScheduledController, environment, context)
    await waitOnExecutionContext(context)
  }

  return {
    merchant,
    ledger: ledger as Ledger,
    parts,
    environment,
    call,
    sweep,
    now: clock.now,
    advance: wait,
    /** Reads a resource. */
    get: async (path: string): Promise<any> =>
      (await send({ operation: 'getTransaction' as never, method: 'GET', path })).body,
    /** Arms an outage that begins with a batch from now on. */
    arm: (outage: Outage | null): void => {
      batches = 0
      armed = outage
    },
    /** The batches since `arm`. */
    batches: () => batches,
    /** Whether the outage has begun. */
    hasBegun: () => armed === null,
    /** Moves the clock behind the outage. */
    endOutage: (): void => {
      time = Math.max(time, endsAt)
    },
    /** Runs the alarm of the account's keeper. False if none is set. */
    runKeeper: (): Promise<boolean> => runDurableObjectAlarm(keeper() as never),
    /** Three minutes in which sweeps, and the keeper if it comes first, do what is due. */
    recover: async (first: 'keeper' | 'sweep'): Promise<void> => {
      for (let minutes = 0; minutes < 3; minutes++) {
        time += minute
        if (first === 'keeper') await runDurableObjectAlarm(keeper() as never)
        await sweep()
      }
    },
  }
}

export type OutageFixture = Awaited<ReturnType<typeof outageFixture>>
