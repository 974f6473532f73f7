import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, type WebhookEvent } from '../../widget/client/index.ts'

/** A delivery that was verified. */
export interface Heard {
  readonly event: WebhookEvent
  readonly headers: IncomingHttpHeaders
  /** When it had arrived, milliseconds since 1970. */
  readonly at: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

export type Answering = (heard: Heard) => Answer | Promise<Answer>

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

/** What both libraries say that a delivery brings. @throws where one of them refuses it, or they differ */
const verified = async (body: string, headers: IncomingHttpHeaders, secret: string): Promise<WebhookEvent> => {
  const theirs = new Webhook(secret).verify(body, headers as Record<string, string>)
  const ours = await verifyWebhook(body, headers, secret)
  if (!isDeepStrictEqual(theirs, ours)) throw new Error('The two libraries read different events.')
  return ours
}

/**
 * A merchant's server on this machine that gets the events of an account: it verifies every delivery the moment that it arrives, by the
 * public library and by ours, and answers as it is told.
 */
export class Receiver {
  /** In the order in which they arrived, however often. */
  readonly heard: Heard[] = []
  /** Every event that arrived, as it was the first time, by its id. */
  readonly events = new Map<string, WebhookEvent>()
  /** What is wrong with deliveries: must stay empty. */
  readonly faults: string[] = []
  answering: Answering = () => ({ status: 204 })
  /** Known once it was registered. */
  id = ''
  secret = ''
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response))

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Who is killed in the middle of sending has sent nothing.
    const body = await textOf(request).catch(() => null)
    if (body === null) return
    const heard = await this.#hear(request, body)
    const { status, headers = {} } = heard === null ? { status: 400 } : await this.answering(heard)
    response.writeHead(status, headers).end()
  }

  async #hear({ method, headers }: IncomingMessage, body: string): Promise<Heard | null> {
    const at = Date.now()
    try {
      const event = await verified(body, headers, this.secret)
      const known = this.events.get(event.id)
      if (method !== 'POST') throw new Error(`A delivery by ${method}.`)
      if (headers['webhook-id'] !== event.id) throw new Error('The header names another event than the body.')
      if (known !== undefined && !isDeepStrictEqual(known, event)) throw new Error('It was another event before.')
      this.events.set(event.id, known ?? event)
      const heard = { event, headers, at }
      this.heard.push(heard)
      return heard
    } catch (error) {
      this.faults.push(`${String(error)} ${JSON.stringify(headers)} ${body.slice(0, 200)}`)
      return null
    }
  }
}
