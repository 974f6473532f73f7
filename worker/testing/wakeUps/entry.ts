import type { Bindings } from '../../app/env.ts'
import { Reader as ShippedReader } from '../../terminals/reader.ts'
import { createWorker } from '../../app/worker.ts'

/**
 * The worker as it ships, which also counts what wakes the objects of card readers: GET /wake-ups. The local runtime has all objects in one
 * isolate, so a count of the isolate's is one of them all.
 */
const wakeUps = { made: 0, connected: 0, heard: 0, closed: 0, rang: 0, asked: 0 }

export { Pairing } from '../../terminals/pairing.ts'
export { WebhookEndpoint } from '../../webhooks/endpoint.ts'

export class Reader extends ShippedReader {
  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    wakeUps.made += 1
  }

  override fetch() {
    wakeUps.connected += 1
    return super.fetch()
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer) {
    wakeUps.heard += 1
    return super.webSocketMessage(socket, data)
  }

  override webSocketClose(...closed: Parameters<ShippedReader['webSocketClose']>) {
    wakeUps.closed += 1
    return super.webSocketClose(...closed)
  }

  override alarm() {
    wakeUps.rang += 1
    return super.alarm()
  }

  override status(simulated: string | null) {
    wakeUps.asked += 1
    return super.status(simulated)
  }
}

const shipped = createWorker()

export default {
  ...shipped,
  fetch: (request, env, context) =>
    new URL(request.url).pathname === '/wake-ups' ? Response.json(wakeUps) : shipped.fetch!(request, env, context),
} satisfies ExportedHandler<Bindings>
