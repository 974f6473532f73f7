import type { Bindings } from '../../../app/env.ts'
import { consoleLog } from '../../../http/log.ts'
import type { Log } from '../../../http/log.ts'
import type { Gateway } from '../../../app/gateway.ts'
import { TerminalObject as ShippedTerminalObject } from '../../../terminals/terminalObject.ts'
import { WebhookEndpoint as ShippedEndpoint } from '../../../webhooks/webhookEndpoint.ts'
import { createWorker } from '../../../app/worker.ts'
import { measuredDatabase } from '../../database/measuredDatabase.ts'
import { Activity } from './activity.ts'
import { countCalls } from './countCalls.ts'
import { countStorage } from './countStorage.ts'
import type { Counts } from './usage.ts'

/**
 * The worker as it ships, which also counts what of it the platform bills: GET /counts. The local runtime has all objects in one isolate,
 * so a count of the isolate's is one of them all.
 *
 * It remembers keys as it does in live mode, though it is in test mode that there is a processor without a network; a request that has the
 * header x-forget-keys is answered as in test mode.
 */
const activity = new Activity()
const calls = { objectCalls: 0, objectMessages: 0, objectRowsWritten: 0, logged: 0 }

let measured: ReturnType<typeof measuredDatabase> | null = null
const counted = new WeakMap<Bindings, Bindings>()

const withCounts = (bindings: Bindings): Bindings => {
  measured ??= measuredDatabase(bindings['DB_00'] as D1Database)
  const known = counted.get(bindings) ?? { ...bindings, DB_00: measured.d1 }
  counted.set(bindings, known)
  return known
}

const wrote = (rows: number): void => {
  calls.objectRowsWritten += rows
}

const countCall = (name: string, object: object, run: () => unknown): unknown => {
  calls[name === 'webSocketMessage' ? 'objectMessages' : 'objectCalls'] += 1
  return activity.during(object, run)
}

export { Pairing } from '../../../terminals/pairing/pairing.ts'

export class TerminalObject extends ShippedTerminalObject {
  constructor(context: DurableObjectState, bindings: Bindings) {
    countStorage(context.storage, wrote)
    super(context, withCounts(bindings))
  }
}
countCalls(TerminalObject, ShippedTerminalObject, countCall)

/** It is at work, too, while a delivery is on its way, which no call waits for. */
export class WebhookEndpoint extends ShippedEndpoint {
  #gateway: Gateway | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    countStorage(context.storage, wrote)
    super(context, withCounts(bindings))
  }

  protected override gateway(): Gateway {
    const shipped = super.gateway()
    const send = (request: Request) => activity.during(this, () => shipped.fetch(request))
    this.#gateway ??= { ...shipped, fetch: send }
    return this.#gateway
  }
}
countCalls(WebhookEndpoint, ShippedEndpoint, countCall)

const log: Log = (line) => {
  calls.logged += 1
  consoleLog(line)
}

const asInLiveMode = createWorker({ log, keyCacheMs: { test: 10_000, live: 10_000 } })
const asInTestMode = createWorker({ log })

const countsOf = (): Counts => ({
  ...(measured?.counts ?? { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }),
  ...calls,
  objectMs: activity.ms,
})

export default {
  scheduled: (event, env, context) => asInLiveMode.scheduled!(event, withCounts(env), context),
  fetch: (request, env, context) => {
    if (new URL(request.url).pathname === '/counts') return Response.json(countsOf())
    const worker = request.headers.has('x-forget-keys') ? asInTestMode : asInLiveMode
    return worker.fetch!(request, withCounts(env), context)
  },
} satisfies ExportedHandler<Bindings>
