import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, type WebhookEvent } from '../../widget/client/index.ts'
import { closeServer, listenLocally, localOrigin } from '../support/localServer.ts'

/** A verified delivery. */
export interface ReceivedDelivery {
  readonly event: WebhookEvent
  readonly headers: IncomingHttpHeaders
  /** Time of arrival, milliseconds since 1970. */
  readonly at: number
}

export interface WebhookResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

export type Respond = (delivery: ReceivedDelivery) => WebhookResponse | Promise<WebhookResponse>

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

/** Verifies a delivery with both libraries. @throws if one rejects it or their events differ */
const verifyWithBothLibraries = async (
  body: string,
  headers: IncomingHttpHeaders,
  secret: string,
): Promise<WebhookEvent> => {
  const expected = new Webhook(secret).verify(body, headers as Record<string, string>)
  const actual = await verifyWebhook(body, headers, secret)
  if (!isDeepStrictEqual(expected, actual)) throw new Error('The two libraries return different events.')
  return actual
}

/**
 * A local webhook receiver. It verifies every delivery with the Standard Webhooks library and verifyWebhook, and sends the response of `respond`.
 */
export class Receiver {
  /** In order of arrival, with repetitions. */
  readonly deliveries: ReceivedDelivery[] = []
  /** The first delivery of each event, by id. */
  readonly events = new Map<string, WebhookEvent>()
  /** Invalid deliveries; must stay empty. */
  readonly errors: string[] = []
  respond: Respond = () => ({ status: 204 })
  /** Set at registration. */
  id = ''
  secret = ''
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response))

  async open(): Promise<void> {
    await listenLocally(this.#server)
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }

  get url(): string {
    return `${localOrigin(this.#server)}/hooks`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A gateway killed during the request has delivered nothing.
    const body = await textOf(request).catch(() => null)
    if (body === null) return
    const delivery = await this.#receive(request, body)
    const { status, headers = {} } = delivery === null ? { status: 400 } : await this.respond(delivery)
    response.writeHead(status, headers).end()
  }

  async #receive({ method, headers }: IncomingMessage, body: string): Promise<ReceivedDelivery | null> {
    const at = Date.now()
    try {
      const event = await verifyWithBothLibraries(body, headers, this.secret)
      const previous = this.events.get(event.id)
      if (method !== 'POST') throw new Error(`The method is ${method}, not POST.`)
      if (headers['webhook-id'] !== event.id) throw new Error('The webhook-id header differs from the body’s id.')
      if (previous !== undefined && !isDeepStrictEqual(previous, event))
        throw new Error('The event differs from its first delivery.')
      this.events.set(event.id, previous ?? event)
      const delivery = { event, headers, at }
      this.deliveries.push(delivery)
      return delivery
    } catch (error) {
      this.errors.push(`${String(error)} ${JSON.stringify(headers)} ${body.slice(0, 200)}`)
      return null
    }
  }
}
