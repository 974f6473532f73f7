import type { Bindings } from '../env.ts'
import { createWorker } from '../index.ts'
import { acquirerClient } from './acquirer/client.ts'
import { overHttp } from './acquirer/http.ts'

/**
 * The worker as it ships, but with the acquirer for its processor: a program of its own with a book of its own, which is still there when
 * this worker has been killed. It gives up on operations sooner, so that a test need not wait out a payment's real time.
 */
interface TestEnvironment extends Bindings {
  readonly ACQUIRER_URL: string
}

let worker: ExportedHandler<Bindings> | undefined

const wired = ({ ACQUIRER_URL }: TestEnvironment): ExportedHandler<Bindings> =>
  (worker ??= createWorker({
    processor: acquirerClient(overHttp(ACQUIRER_URL)),
    limits: { processorTimeoutMs: 2_000, reversalTimeoutMs: 2_000, abandonAfterMs: 4_000, reversalLeaseMs: 2_000 },
  }))

export default {
  fetch: (request, env, context) => wired(env).fetch!(request, env, context),
  scheduled: (event, env, context) => wired(env).scheduled!(event, env, context),
} satisfies ExportedHandler<TestEnvironment>
