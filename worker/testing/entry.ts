import type { Bindings } from '../env.ts'
import { createWorker } from '../index.ts'
import { acquirerClient } from './acquirer/client.ts'
import { completion } from './acquirer/completion.ts'
import { overHttp } from './acquirer/http.ts'

/**
 * The worker as it ships, but with the acquirer for its processor: a program of its own with a book of its own, which is still there when
 * this worker has been killed. It gives up on operations sooner, so that a test need not wait out a payment's real time.
 */
interface TestEnvironment extends Bindings {
  readonly ACQUIRER_URL: string
  readonly DB_00: D1Database
}

/**
 * The database, which tells the acquirer when what follows from a checkout's payment is about to be written: the moment to kill the process
 * under test. It waits for that.
 */
const tellingOfCompletions = (d1: D1Database, tell: () => Promise<unknown>): D1Database => {
  const completions = new WeakSet<object>()
  return new Proxy(d1, {
    get: (target, member) => {
      if (member === 'prepare')
        return (text: string) => ({
          bind: (...values: unknown[]) => {
            const bound = target.prepare(text).bind(...values)
            if (text.includes('INSERT INTO checkoutCompletions')) completions.add(bound)
            return bound
          },
        })
      if (member === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          if (statements.some((statement) => completions.has(statement))) await tell()
          return target.batch(statements)
        }
      return Reflect.get(target, member) as unknown
    },
  })
}

let environment: TestEnvironment | undefined
const told = (env: TestEnvironment): TestEnvironment =>
  (environment ??= {
    ...env,
    DB_00: tellingOfCompletions(env.DB_00, () =>
      overHttp(env.ACQUIRER_URL)('/answered', { op: completion }, AbortSignal.timeout(2_000)),
    ),
  })

let worker: ExportedHandler<Bindings> | undefined

const wired = ({ ACQUIRER_URL }: TestEnvironment): ExportedHandler<Bindings> =>
  (worker ??= createWorker({
    processor: acquirerClient(overHttp(ACQUIRER_URL)),
    limits: { processorTimeoutMs: 2_000, reversalTimeoutMs: 2_000, abandonAfterMs: 4_000, reversalLeaseMs: 2_000 },
  }))

export default {
  fetch: (request, env, context) => wired(env).fetch!(request, told(env), context),
  scheduled: (event, env, context) => wired(env).scheduled!(event, told(env), context),
} satisfies ExportedHandler<TestEnvironment>
