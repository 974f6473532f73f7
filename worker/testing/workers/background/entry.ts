import type { Bindings } from '../../../app/env.ts'
import { memoizedGateway } from '../../../app/gateway.ts'
import type { Gateway, GatewayParts } from '../../../app/gateway.ts'
import type { WorkGrant, WorkReport } from '../../../app/objects.ts'
import { createWorker } from '../../../app/worker.ts'
import { createRegistry, processorRegistry } from '../../../processors/registry.ts'
import { AccountWork as ShippedAccountWork } from '../../../work/accountWork.ts'
import { LaneWorker as ShippedLaneWorker } from '../../../work/laneWorker.ts'
import type { LaneResult, LaneWork } from '../../../app/objects.ts'
import { Activity } from '../metered/activity.ts'
import { countStorage } from '../metered/countStorage.ts'
import { handleControl } from './controls.ts'
import { createRecordedDatabase, recordInvocation, usage } from './records.ts'
import { slowProcessor } from './slowProcessor.ts'

/**
 * The production worker with a slow processor and a database with latency, which records its invocations. The local runtime runs all objects in
 * one isolate, so one record includes all.
 */
const parts: GatewayParts = {
  processors: createRegistry([...processorRegistry.values(), slowProcessor]),
  keyCacheMs: { test: 10_000, live: 10_000 },
}

const activity = new Activity()
let database: D1Database | null = null
const recordedBindings = new WeakMap<Bindings, Bindings>()

const withRecordedDatabase = (bindings: Bindings): Bindings => {
  database ??= createRecordedDatabase(bindings['DB_00'] as D1Database)
  const cached = recordedBindings.get(bindings) ?? { ...bindings, DB_00: database }
  recordedBindings.set(bindings, cached)
  return cached
}

const gateways = memoizedGateway(parts)

export { OutcomeKeeper } from '../../../outcomes/outcomeKeeper.ts'
export { SimulatorBook } from '../../../processors/simulator/book/simulatorBook.ts'
export { Pairing } from '../../../terminals/pairing/pairing.ts'
export { TerminalObject } from '../../../terminals/terminalObject.ts'
export { WebhookEndpoint } from '../../../webhooks/webhookEndpoint.ts'
export { WebhookSender } from '../../../webhooks/webhookSender.ts'

/** Counts a call of an object and the time that it is active. */
const countCall = <T>(object: object, work: () => Promise<T>): Promise<T> => {
  usage.objectCalls++
  return activity.measure(object, work)
}

export class AccountWork extends ShippedAccountWork {
  constructor(context: DurableObjectState, bindings: Bindings) {
    countStorage(context.storage, (rows) => (usage.objectRowsWritten += rows))
    super(context, withRecordedDatabase(bindings))
  }

  protected override gateway(): Gateway {
    return gateways(this.env)
  }

  override wake(grant: WorkGrant): Promise<WorkReport> {
    return countCall(this, () => super.wake(grant))
  }

  override alarm(): Promise<void> {
    return countCall(this, () => recordInvocation('round', () => super.alarm()))
  }
}

export class LaneWorker extends ShippedLaneWorker {
  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, withRecordedDatabase(bindings))
  }

  protected override gateway(): Gateway {
    return gateways(this.env)
  }

  override work(work: LaneWork): Promise<LaneResult> {
    return countCall(this, () => recordInvocation('lane', () => super.work(work)))
  }
}

for (const name of ['log', 'error'] as const) {
  const write = console[name].bind(console)
  console[name] = (...line: unknown[]) => {
    usage.logged++
    write(...line)
  }
}

const currentUsage = () => ({ ...usage, objectMs: activity.ms })

const worker = createWorker(parts)

const handler: ExportedHandler<Bindings> = {
  scheduled: async (event, env, context) =>
    recordInvocation('cron', async () => worker.scheduled!(event, withRecordedDatabase(env), context)),
  fetch: async (request, env, context) => {
    const cron = async () => handler.scheduled!({} as ScheduledController, env, context)
    const control = await handleControl(request, { database: env['DB_00'] as D1Database, cron, usage: currentUsage })
    return (
      control ?? recordInvocation('request', async () => worker.fetch!(request, withRecordedDatabase(env), context))
    )
  },
}

export default handler
