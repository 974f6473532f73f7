import type { Bindings } from '../../../app/env.ts'
import { createWorker } from '../../../app/worker.ts'
import { memoizedGateway } from '../../../app/gateway.ts'
import type { Gateway, GatewayParts } from '../../../app/gateway.ts'
import { TerminalObject as ShippedTerminalObject } from '../../../terminals/terminalObject.ts'
import { WebhookEndpoint as ShippedEndpoint } from '../../../webhooks/webhookEndpoint.ts'
import { acquirerClient } from '../../../proof/acquirer/client.ts'
import { overHttp } from '../../../proof/acquirer/http.ts'
import { announced, completion } from '../../../proof/acquirer/moments.ts'
import type { Written } from '../../../proof/acquirer/moments.ts'
import { objectGateway } from '../../runtime/objectGateway.ts'
import { interceptD1 } from '../../database/interceptD1.ts'

/**
 * The worker as it ships, but with the acquirer for its processor: a program of its own with a ledger of its own, which is still there when
 * this worker has been killed. It gives up on operations sooner, so that a test need not wait out a payment's real time.
 */
interface TestEnvironment extends Bindings {
  /** None where tests run inside the runtime: nobody is there to be told of moments. */
  readonly ACQUIRER_URL?: string
  readonly DB_00: D1Database
}

interface Telling {
  readonly answered: (moment: string) => Promise<unknown>
  readonly written: (moment: Written) => Promise<unknown>
}

const inserts = (text: string, table: string): boolean => new RegExp(`INSERT INTO ${table}\\s`).test(text)

/** The database, which tells the acquirer of moments to kill the process under test, and waits for that. */
const tellingOfMoments = (d1: D1Database, { answered, written }: Telling): D1Database => {
  return interceptD1(d1, {
    before: async ({ sql }) => {
      if (sql.some((text) => inserts(text, 'checkoutCompletions'))) await answered(completion)
    },
    after: async ({ sql }, results) => {
      const hasWritten = (table: string) => results.some(({ meta }, at) => meta.changes > 0 && inserts(sql[at]!, table))
      if (hasWritten('events')) await answered(announced)
      // What is under way is told to nobody.
      else if (hasWritten('bills')) await written('billed')
      else if (hasWritten('operations')) await written('intended')
    },
  })
}

const tell =
  (acquirerUrl: string, path: string) =>
  (op: string): Promise<unknown> =>
    overHttp(acquirerUrl)(path, { op }, AbortSignal.timeout(2_000))

let environment: TestEnvironment | undefined
const told = (env: TestEnvironment): TestEnvironment => {
  const { ACQUIRER_URL: url, DB_00 } = env
  if (url === undefined) return env
  return (environment ??= {
    ...env,
    DB_00: tellingOfMoments(DB_00, { answered: tell(url, '/answered'), written: tell(url, '/written') }),
  })
}

let parts: GatewayParts | undefined

const partsOf = ({ ACQUIRER_URL }: TestEnvironment): GatewayParts =>
  (parts ??= {
    processor: acquirerClient(overHttp(ACQUIRER_URL ?? '')),
    limits: { processorTimeoutMs: 2_000, reversalTimeoutMs: 2_000, abandonAfterMs: 4_000, reversalLeaseMs: 2_000 },
  })

let worker: ExportedHandler<Bindings> | undefined

const wired = (environment: TestEnvironment): ExportedHandler<Bindings> =>
  (worker ??= createWorker(partsOf(environment)))

export { Pairing } from '../../../terminals/pairing/pairing.ts'

let gatewayOfObjects: ReturnType<typeof memoizedGateway> | undefined

const gatewayUnderTest = (env: TestEnvironment): Gateway =>
  objectGateway.of === null ? (gatewayOfObjects ??= memoizedGateway(partsOf(env)))(told(env)) : objectGateway.of(env)

/** A terminal with the dependencies of the last worker that a test started, or with the acquirer as its processor. */
export class TerminalObject extends ShippedTerminalObject {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }

  /** Ends at once, as an object does whose machine is gone: with what it had in memory, and its connections. */
  crash(): void {
    this.ctx.abort('crash')
  }
}

/** The same of a webhook's endpoint. */
export class WebhookEndpoint extends ShippedEndpoint {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }
}

const crashPath = '/testing/crash/'

/** `POST /testing/crash/<name>` crashes the object of a terminal. */
const crashed = async (request: Request, { TERMINALS }: Bindings): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(crashPath)) return null
  const terminal = TERMINALS.getByName(pathname.slice(crashPath.length)) as DurableObjectStub<TerminalObject>
  await terminal.crash().catch(() => undefined)
  return new Response(null, { status: 204 })
}

export default {
  fetch: async (request, env, context) =>
    (await crashed(request, env)) ?? wired(env).fetch!(request, told(env), context),
  scheduled: (event, env, context) => wired(env).scheduled!(event, told(env), context),
} satisfies ExportedHandler<TestEnvironment>
