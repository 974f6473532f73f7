import type { Bindings } from '../../../app/env.ts'
import { consoleLog } from '../../../http/log.ts'
import type { Log } from '../../../http/log.ts'
import { memoizedGateway } from '../../../app/gateway.ts'
import type { Gateway } from '../../../app/gateway.ts'
import { TerminalObject as ShippedTerminalObject } from '../../../terminals/terminalObject.ts'
import { WebhookEndpoint as ShippedEndpoint } from '../../../webhooks/webhookEndpoint.ts'
import { WebhookSender as ShippedSender } from '../../../webhooks/webhookSender.ts'
import { AccountWork as ShippedAccountWork } from '../../../work/accountWork.ts'
import { LaneWorker as ShippedLaneWorker } from '../../../work/laneWorker.ts'
import { createWorker } from '../../../app/worker.ts'
import { measuredDatabase } from '../../database/measuredDatabase.ts'
import { Activity } from './activity.ts'
import { controlledParts, handleControl } from './controls.ts'
import { countCalls } from './countCalls.ts'
import { countStorage } from './countStorage.ts'
import type { Usage } from './usage.ts'

/**
 * The production worker, which also counts its billed usage: GET /counts. The local runtime runs all objects in one isolate, so one counter
 * includes all.
 *
 * It caches API keys as in live mode, although requests are in test mode, whose processor needs no network. Requests with the header
 * x-forget-keys are handled as in test mode.
 */
const activity = new Activity()
const calls = { objectCalls: 0, objectMessages: 0, objectRowsWritten: 0, logged: 0 }

let measured: ReturnType<typeof measuredDatabase> | null = null
const meteredBindings = new WeakMap<Bindings, Bindings>()

const withMeteredDatabase = (bindings: Bindings): Bindings => {
  measured ??= measuredDatabase(bindings['DB_00'] as D1Database)
  const cached = meteredBindings.get(bindings) ?? { ...bindings, DB_00: measured.d1 }
  meteredBindings.set(bindings, cached)
  return cached
}

/** Of objects for background work, whose clock the benchmark moves. */
const controlledGateway = memoizedGateway(controlledParts)

const countRowsWritten = (rows: number): void => {
  calls.objectRowsWritten += rows
}

const countCall = (name: string, object: object, run: () => unknown): unknown => {
  calls[name === 'webSocketMessage' ? 'objectMessages' : 'objectCalls'] += 1
  return activity.measure(object, run)
}

export { OutcomeKeeper } from '../../../outcomes/outcomeKeeper.ts'
export { SimulatorBook } from '../../../processors/simulator/book/simulatorBook.ts'
export { Pairing } from '../../../terminals/pairing/pairing.ts'

export class TerminalObject extends ShippedTerminalObject {
  constructor(context: DurableObjectState, bindings: Bindings) {
    countStorage(context.storage, countRowsWritten)
    super(context, withMeteredDatabase(bindings))
  }
}
countCalls(TerminalObject, ShippedTerminalObject, countCall)

/** The object is also active during a delivery, which no call waits for. */
export class WebhookEndpoint extends ShippedEndpoint {
  #gateway: Gateway | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    countStorage(context.storage, countRowsWritten)
    super(context, withMeteredDatabase(bindings))
  }

  protected override gateway(): Gateway {
    const shipped = super.gateway()
    const send = (request: Request) => activity.measure(this, () => shipped.fetch(request))
    this.#gateway ??= { ...shipped, fetch: send }
    return this.#gateway
  }
}
countCalls(WebhookEndpoint, ShippedEndpoint, countCall)

export class AccountWork extends ShippedAccountWork {
  constructor(context: DurableObjectState, bindings: Bindings) {
    countStorage(context.storage, countRowsWritten)
    super(context, withMeteredDatabase(bindings))
  }

  protected override gateway(): Gateway {
    return controlledGateway(this.env)
  }
}
countCalls(AccountWork, ShippedAccountWork, countCall)

export class LaneWorker extends ShippedLaneWorker {
  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, withMeteredDatabase(bindings))
  }

  protected override gateway(): Gateway {
    return controlledGateway(this.env)
  }
}
countCalls(LaneWorker, ShippedLaneWorker, countCall)

export class WebhookSender extends ShippedSender {}
countCalls(WebhookSender, ShippedSender, countCall)

const log: Log = (line) => {
  calls.logged += 1
  consoleLog(line)
}

const liveWorker = createWorker({ ...controlledParts, log })
const testWorker = createWorker({ log })

const usage = (): Usage => ({
  ...(measured?.counts ?? { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }),
  ...calls,
  objectMs: activity.ms,
})

export default {
  scheduled: (event, env, context) => liveWorker.scheduled!(event, withMeteredDatabase(env), context),
  fetch: async (request, env, context) => {
    const bindings = withMeteredDatabase(env)
    const sweep = () => liveWorker.scheduled!({} as ScheduledController, bindings, context)
    const worker = request.headers.has('x-forget-keys') ? testWorker : liveWorker
    return (await handleControl(request, { usage, sweep })) ?? worker.fetch!(request, bindings, context)
  },
} satisfies ExportedHandler<Bindings>
