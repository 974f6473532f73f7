import type { Bindings } from '../../../app/env.ts'
import { createWorker } from '../../../app/worker.ts'
import { memoizedGateway } from '../../../app/gateway.ts'
import type { Gateway, GatewayParts } from '../../../app/gateway.ts'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import type { ProcessorDefinition } from '../../../processors/definition.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { createRegistry, processorRegistry } from '../../../processors/registry.ts'
import { AccountWork as ShippedAccountWork } from '../../../work/accountWork.ts'
import { LaneWorker as ShippedLaneWorker } from '../../../work/laneWorker.ts'
import { OutcomeKeeper as ShippedKeeper } from '../../../outcomes/outcomeKeeper.ts'
import { TerminalObject as ShippedTerminalObject } from '../../../terminals/terminalObject.ts'
import { WebhookEndpoint as ShippedEndpoint } from '../../../webhooks/webhookEndpoint.ts'
import { WebhookSender as ShippedSender } from '../../../webhooks/webhookSender.ts'
import { acquirerClient } from '../../../proof/acquirer/client.ts'
import { httpTransport } from '../../../proof/acquirer/httpTransport.ts'
import { eventCommitted, beforeCompletion } from '../../../proof/acquirer/crashPoints.ts'
import type { KillPoint } from '../../../proof/acquirer/crashPoints.ts'
import { objectGateway } from '../../runtime/objectGateway.ts'
import { interceptD1 } from '../../database/interceptD1.ts'
import { nmiUnderTest } from './nmiUnderTest.ts'

/**
 * The production worker with the acquirer as its processor: a separate process with its own ledger, which survives when tests kill this
 * worker. Its time-outs are shorter, so that tests need not wait for the real ones.
 */
interface TestEnvironment extends Bindings {
  /** Missing in tests that run in workerd, which have no kill points. */
  readonly ACQUIRER_URL?: string
  /** The set of capabilities that the acquirer plays. Default: `isoLike`. */
  readonly ACQUIRER_SET?: CapabilitySetName
  readonly DB_00: D1Database
}

interface KillPointListener {
  readonly answered: (point: string) => Promise<unknown>
  readonly written: (point: KillPoint) => Promise<unknown>
}

const inserts = (text: string, table: string): boolean => new RegExp(`INSERT INTO ${table}\\s`).test(text)

/** A database that reports kill points to the acquirer, and waits for its response. */
const reportKillPoints = (d1: D1Database, { answered, written }: KillPointListener): D1Database => {
  return interceptD1(d1, {
    before: async ({ sql }) => {
      if (sql.some((text) => inserts(text, 'checkoutCompletions'))) await answered(beforeCompletion)
    },
    after: async ({ sql }, results) => {
      const hasWritten = (table: string) => results.some(({ meta }, at) => meta.changes > 0 && inserts(sql[at]!, table))
      if (hasWritten('events')) await answered(eventCommitted)
      // Pending operations and bills have no event.
      else if (hasWritten('bills')) await written('billed')
      else if (hasWritten('operations')) await written('intended')
    },
  })
}

const reportTo =
  (acquirerUrl: string, path: string) =>
  (op: string): Promise<unknown> =>
    httpTransport(acquirerUrl)(path, { op }, AbortSignal.timeout(2_000))

let environment: TestEnvironment | undefined
const withReporting = (env: TestEnvironment): TestEnvironment => {
  const { ACQUIRER_URL: url, DB_00 } = env
  if (url === undefined) return env
  return (environment ??= {
    ...env,
    DB_00: reportKillPoints(DB_00, { answered: reportTo(url, '/answered'), written: reportTo(url, '/written') }),
  })
}

let parts: GatewayParts | undefined

/** The acquirer as a processor of connections, which can be reconciled. All of them share its ledger. */
const acquirerDefinition = (url: string, can: Capabilities): ProcessorDefinition => ({
  name: 'acquirer',
  title: 'Acquirer',
  modes: ['test', 'live'],
  settings: [],
  testCards: null,
  capabilities: () => can,
  create: () => acquirerClient(httpTransport(url), { can }),
  check: async () => ({ result: 'ok', capabilities: can }),
})

const createParts = ({ ACQUIRER_URL: url = '', ACQUIRER_SET: set = 'isoLike' }: TestEnvironment): GatewayParts => {
  const can = capabilitySets[set]
  const nmi = nmiUnderTest((type) => reportTo(url, '/written')(`${type} response received`))
  return {
    processor: acquirerClient(httpTransport(url), { can }),
    processors: createRegistry([...processorRegistry.values(), acquirerDefinition(url, can), nmi]),
    limits: { processorTimeoutMs: 2_000, reversalTimeoutMs: 2_000, abandonAfterMs: 4_000, reversalLeaseMs: 2_000 },
  }
}

const gatewayParts = (environment: TestEnvironment): GatewayParts => (parts ??= createParts(environment))

let worker: ExportedHandler<Bindings> | undefined

const createWiredWorker = (environment: TestEnvironment): ExportedHandler<Bindings> =>
  (worker ??= createWorker(gatewayParts(environment)))

export { SimulatorBook } from '../../../processors/simulator/book/simulatorBook.ts'
export { Pairing } from '../../../terminals/pairing/pairing.ts'

let gatewayOfObjects: ReturnType<typeof memoizedGateway> | undefined

const gatewayUnderTest = (env: TestEnvironment): Gateway =>
  objectGateway.of === null
    ? (gatewayOfObjects ??= memoizedGateway(gatewayParts(env)))(withReporting(env))
    : objectGateway.of(env)

/** A terminal with the gateway of the last started test worker, otherwise with the acquirer as its processor. */
export class TerminalObject extends ShippedTerminalObject {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }

  /** Ends immediately, like an object whose machine crashed: its memory and its connections are lost. */
  crash(): void {
    this.ctx.abort('crash')
  }
}

/** A keeper of outcomes with the same gateway. */
export class OutcomeKeeper extends ShippedKeeper {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }
}

/** Background work with the same gateway. */
export class AccountWork extends ShippedAccountWork {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }
}

/** A lane of it. */
export class LaneWorker extends ShippedLaneWorker {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }
}

/** A webhook endpoint with the same gateway. */
export class WebhookEndpoint extends ShippedEndpoint {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }
}

/** A sender of deliveries with the same gateway. */
export class WebhookSender extends ShippedSender {
  protected override gateway(): Gateway {
    return gatewayUnderTest(this.env as TestEnvironment)
  }
}

const crashPath = '/testing/crash/'

/** `POST /testing/crash/<name>` crashes the Durable Object of a terminal. */
const handleCrashRequest = async (request: Request, { TERMINALS }: Bindings): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(crashPath)) return null
  const terminal = TERMINALS.getByName(pathname.slice(crashPath.length)) as DurableObjectStub<TerminalObject>
  await terminal.crash().catch(() => undefined)
  return new Response(null, { status: 204 })
}

export default {
  fetch: async (request, env, context) =>
    (await handleCrashRequest(request, env)) ?? createWiredWorker(env).fetch!(request, withReporting(env), context),
  scheduled: (event, env, context) => createWiredWorker(env).scheduled!(event, withReporting(env), context),
} satisfies ExportedHandler<TestEnvironment>
