import { createExecutionContext, waitOnExecutionContext } from '#runtime'
import { parseEnvironment } from '../../../app/env.ts'
import { createWorker } from '../../../app/worker.ts'
import { createGateway } from '../../../app/gateway.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import { bindings } from '../../../testing/bindings.ts'
import { createMerchant, gatewayOrigin, testClock } from '../../../testing/merchant.ts'
import { lateAnswers } from './lateAnswers.ts'
import { startMachine } from './machine.ts'
import { closedOf, dueOf, eventsOf, printsOf, tagsOf } from './seeing.ts'
import type { Answer, Job, Sending, Shown, Told, UnderTest } from './underTest.ts'
import { interceptD1 } from '../../../testing/interceptD1.ts'

/** Time-outs of the real clock. What they wait for is in this process, and there at once or never. */
const limits = { processorTimeoutMs: 10, reversalTimeoutMs: 10, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

/** What is left of other tests in this shard is nothing to sweep. */
export const clearShard = async (): Promise<void> => {
  const { DB_01: d1 } = bindings
  await d1.batch([
    d1.prepare('UPDATE operations SET due = NULL'),
    d1.prepare('UPDATE transactions SET expires = NULL'),
    d1.prepare('DELETE FROM unsettled'),
    d1.prepare("UPDATE subscriptions SET status = 'canceled', due = NULL"),
    d1.prepare('UPDATE checkouts SET due = NULL'),
  ])
}

/** The whole worker in its runtime, spoken to over HTTP, on real D1. Its shard is the second, where few other tests leave anything. */
export const gatewayOverHttp = async (): Promise<UnderTest> => {
  const { DB_00: _other, DB_01: d1, ...rest } = bindings
  const merchant = await createMerchant({ shard: '01' })
  const clock = testClock()
  const late = lateAnswers()
  const { processor, book, orders } = inMemoryAcquirer({ now: clock.now, wait: late.wait })
  const shown = new Map<number, { readonly print: unknown; readonly payment: Shown }>()

  const listening = { batches: 0 }
  const counted = interceptD1(d1, {
    around: (_batch, run) => {
      listening.batches++
      return run().finally(() => listening.batches--)
    },
  })
  // One gateway listens for what comes late, as one isolate of many would.
  createGateway(parseEnvironment({ ...rest, DB_01: counted }), { processor, clock })

  const workerOn = (machine: Pick<ReturnType<typeof startMachine>, 'd1' | 'processor'>) => {
    const worker = createWorker({ processor: machine.processor, clock, limits, log: () => {}, rateLimiters: {} })
    const environment = { ...rest, DB_01: machine.d1 }
    const call = async (method: string, path: string, body?: object, key: string | null = null): Promise<Response> => {
      const context = createExecutionContext()
      const request = new Request<unknown, IncomingRequestCfProperties>(gatewayOrigin + path, {
        method,
        headers: {
          'x-api-key': merchant.secretKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const response = await worker.fetch!(request, environment, context)
      await waitOnExecutionContext(context)
      return response
    }
    const sweep = async (): Promise<void> => {
      const context = createExecutionContext()
      await worker.scheduled!({} as ScheduledController, environment, context)
      await waitOnExecutionContext(context)
    }
    return { call, sweep }
  }

  const healthy = workerOn(startMachine({ d1, processor }, null))

  const send = async ({ verb, body, key }: Sending, { call }: ReturnType<typeof workerOn>): Promise<Answer> =>
    answerOf(await call('POST', `/v1/transactions/${verb}`, body, key))

  const doJob = async (job: Job, on: ReturnType<typeof workerOn>): Promise<Answer> => {
    if ('send' in job) return send(job.send, on)
    if ('close' in job) await on.call('POST', '/v1/batches/close')
    else {
      clock.advance(job.sweepAfterMs)
      // A sweep that fails says so, and the next one goes on.
      await on.sweep().catch(() => {})
    }
    return { kind: 'lost' }
  }

  return {
    book,
    orders,
    account: merchant.id,
    now: clock.now,
    advance: clock.advance,
    run: (jobs, fault) => {
      const machine = startMachine({ d1, processor }, fault, undefined, (statement) => !statement.includes('apiKeys'))
      const on = workerOn(machine)
      const dead = machine.death.then((): Answer => ({ kind: 'lost' }))
      return Promise.all(jobs.map((job) => Promise.race([doJob(job, on), dead])))
    },
    hearLate: async () => {
      late.arrive()
      do await new Promise((resolve) => setTimeout(resolve, 1))
      while (listening.batches > 0)
    },
    see: async () => {
      const [prints, tagged, due, events, closed] = await d1.batch<{
        readonly id: number
        readonly print: string
        readonly tag: string
        readonly due: number
      }>([printsOf, tagsOf, dueOf, eventsOf, closedOf].map((text) => d1.prepare(text).bind(merchant.id)))
      for (const { id, print } of prints!.results) {
        if (shown.get(id)?.print === print) continue
        shown.set(id, { print, payment: await (await healthy.call('GET', `/v1/transactions/${id}`)).json() })
      }
      return {
        payments: [...shown.values()].map(({ payment }) => payment),
        tags: new Map(tagged!.results.map(({ id, tag }) => [String(id), Number(tag)])),
        due: due!.results[0]!.due,
        events: events!.results as unknown as Told[],
        closed: closed!.results.map(({ id }) => String(id)),
      }
    },
  }
}

const answerOf = async (response: Response): Promise<Answer> => {
  if (response.status === 503) return { kind: 'lost' }
  const text = await response.text()
  const json = JSON.parse(text)
  if (response.status === 200)
    return { kind: 'answered', id: json.transactionId, code: json.responseCode, amount: json.amount, text }
  const [{ type, message }] = json.errors
  return { kind: 'refused', type, id: type === 'processor_timeout' ? message.details.transactionId : null, text }
}
