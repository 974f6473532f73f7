import type { Bindings } from '../../../app/env.ts'
import { countCalls } from '../metered/countCalls.ts'
import { TerminalObject as ShippedTerminalObject } from '../../../terminals/terminalObject.ts'
import { createWorker } from '../../../app/worker.ts'

/**
 * The production worker, which also counts the wake-ups of terminals' Durable Objects: GET /wake-ups. The local runtime runs all objects in
 * one isolate, so one counter includes all.
 */
const wakeUps: Record<string, number> = {}
const count = (name: string): void => {
  wakeUps[name] = (wakeUps[name] ?? 0) + 1
}

export { OutcomeKeeper } from '../../../outcomes/outcomeKeeper.ts'
export { SimulatorBook } from '../../../processors/simulator/book/simulatorBook.ts'
export { Pairing } from '../../../terminals/pairing/pairing.ts'
export { WebhookEndpoint } from '../../../webhooks/webhookEndpoint.ts'
export { WebhookSender } from '../../../webhooks/webhookSender.ts'
export { AccountWork } from '../../../work/accountWork.ts'
export { LaneWorker } from '../../../work/laneWorker.ts'

export class TerminalObject extends ShippedTerminalObject {
  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    count('constructor')
  }
}
countCalls(TerminalObject, ShippedTerminalObject, (name, _object, run) => {
  count(name)
  return run()
})

const shipped = createWorker()

export default {
  ...shipped,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === '/wake-ups' ? Response.json(wakeUps) : shipped.fetch!(request, env, context),
} satisfies ExportedHandler<Bindings>
