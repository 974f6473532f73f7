import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { startGateway, type Gateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import type { Place } from '../../worker/cli/wrangler/wrangler.ts'
import type { WebhookEvent } from '../../widget/client/index.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { Receiver } from './receiver.ts'

/** The shipped worker without rate limits, since a storm comes from one account. */
export const unlimitedWorker = inRepository('worker/testing/workers/wakeUps/wrangler.jsonc')
/** The worker that reports moments for kills to the acquirer. */
export const acquirerWorker = inRepository('worker/testing/workers/acquirer/wrangler.jsonc')

export interface GatewaySettings extends Place {
  readonly envFile: string
  readonly vars?: Readonly<Record<string, string>>
}

interface ReceiverOptions {
  readonly subscribedEvents?: readonly number[] | null
  readonly headers?: Readonly<Record<string, string>> | null
}

/** A parsed response. */
type Json = any

/** A test's own gateway, which delivers to local receivers and can be killed and restarted. */
export class WebhookGateway {
  readonly #settings: GatewaySettings
  readonly #receivers: Receiver[] = []
  #running: Gateway | null = null

  constructor(settings: GatewaySettings) {
    this.#settings = settings
  }

  /** Starts the gateway and deletes existing webhooks, such as the demo shop's inbox. */
  async open(): Promise<void> {
    await this.start()
    const { webhooks } = await this.call('GET', '/v1/webhook')
    for (const { id } of webhooks) await this.call('DELETE', `/v1/webhook/${id}`)
  }

  /** @param vars in addition to those of the settings */
  async start(vars: Readonly<Record<string, string>> = { ALLOW_LOCAL_WEBHOOKS: '1' }): Promise<void> {
    const { envFile, vars: always, ...place } = this.#settings
    const options = { port: await findFreePort(), envFile, vars: { ...always, ...vars }, onOutput: () => {} }
    this.#running = await startGateway(place, options)
  }

  get running(): Gateway {
    if (this.#running === null) throw new Error('The gateway was not started.')
    return this.#running
  }

  get client(): GatewayClient {
    return new GatewayClient(this.running.url)
  }

  /** Kills the runtime with SIGKILL. */
  kill(): Promise<void> {
    return this.running.worker.kill()
  }

  /** Stops the gateway and the receivers. */
  async close(): Promise<void> {
    await this.#running?.worker.kill()
    await Promise.all(this.#receivers.map((receiver) => receiver.close()))
  }

  /** @returns the response body. @throws unless the status is 200 */
  async call(method: string, path: string, body?: object): Promise<Json> {
    const response = await this.client.call(method, path, body)
    if (response.status !== 200)
      throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(response)}`)
    return response.body
  }

  /** Opens and registers a local receiver. */
  async addReceiver({ subscribedEvents = null, headers = null }: ReceiverOptions = {}): Promise<Receiver> {
    const receiver = new Receiver()
    await receiver.open()
    this.#receivers.push(receiver)
    const registration = { url: receiver.url, enabled: true, subscribedEvents, headers }
    const { webhook } = await this.call('POST', '/v1/webhook', registration)
    receiver.id = webhook.id
    receiver.secret = webhook.secret
    return receiver
  }

  /** All events, newest first. */
  async listEvents(): Promise<WebhookEvent[]> {
    const events: WebhookEvent[] = []
    for (let next: string | undefined = '/v1/events'; next !== undefined;) {
      const response: Response = await fetch(this.running.url + next, {
        headers: { 'x-api-key': demoAccount.secretKey },
      })
      if (!response.ok) throw new Error(`${next} returned ${response.status}.`)
      events.push(...((await response.json()) as Json).events)
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return events
  }
}
