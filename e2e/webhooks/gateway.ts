import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { startGateway, type Gateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import type { Place } from '../../worker/cli/wrangler/wrangler.ts'
import type { WebhookEvent } from '../../widget/client/index.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { Receiver } from './receiver.ts'

/** The worker as it ships, without limits on requests: a storm comes from one account. */
export const unlimited = inRepository('worker/testing/workers/wakeUps/wrangler.jsonc')
/** The worker that tells the acquirer of moments to kill it. */
export const telling = inRepository('worker/testing/workers/acquirer/wrangler.jsonc')

export interface Settings extends Place {
  readonly envFile: string
  readonly vars?: Readonly<Record<string, string>>
}

interface Subscription {
  readonly subscribedEvents?: readonly number[] | null
  readonly headers?: Readonly<Record<string, string>> | null
}

/** What an answer has of which the tests read much, by the path to it. */
type Json = any

/** A gateway of a test's own, which delivers to receivers on this machine, and which may be killed and started again. */
export class DeliveringGateway {
  readonly #settings: Settings
  readonly #receivers: Receiver[] = []
  #running: Gateway | null = null

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Starts it for the first time, and forgets the webhooks of the state, such as that of the demo shop's inbox. */
  async open(): Promise<void> {
    await this.start()
    const { webhooks } = await this.call('GET', '/v1/webhook')
    for (const { id } of webhooks) await this.call('DELETE', `/v1/webhook/${id}`)
  }

  /** @param vars besides those of the settings */
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

  /** Ends the runtime at once, in the middle of whatever it does. */
  kill(): Promise<void> {
    return this.running.worker.kill()
  }

  /** Ends it, and the receivers. */
  async close(): Promise<void> {
    await this.#running?.worker.kill()
    await Promise.all(this.#receivers.map((receiver) => receiver.close()))
  }

  /** What a request answers that succeeds. @throws where it does not */
  async call(method: string, path: string, body?: object): Promise<Json> {
    const answer = await this.client.call(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer)}`)
    return answer.body
  }

  /** A receiver on this machine, open and registered. */
  async receive({ subscribedEvents = null, headers = null }: Subscription = {}): Promise<Receiver> {
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
      const answer: Response = await fetch(this.running.url + next, { headers: { 'x-api-key': demoAccount.secretKey } })
      if (!answer.ok) throw new Error(`${next} answered ${answer.status}.`)
      events.push(...((await answer.json()) as Json).events)
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    return events
  }
}
