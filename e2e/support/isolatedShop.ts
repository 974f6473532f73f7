import type { Server } from 'node:http'
import { Webhook as Signer } from 'standardwebhooks'
import type { Registration } from '../../demo/inbox/delivery.ts'
import { openInbox } from '../../demo/inbox/inbox.ts'
import type { Webhook } from '../../demo/inbox/webhook.ts'
import { createShop } from '../../demo/shop/server.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { closeServer, listenLocally, localOrigin } from './localServer.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

type TestDelivery = {
  id: string
  type: string
  kind?: number | null
  sequence?: number
  body?: string
  signedBy?: string
}

/** A shop whose webhook inbox belongs to one test: the test sends its deliveries and changes its state at the gateway. */
export class IsolatedShop {
  #registration: Registration = { state: 'enabled' }
  #notify: (registration: Registration) => void = () => undefined
  readonly #server: Server

  constructor(gateway: string) {
    const webhook: Webhook = {
      url: 'http://shop.example/webhooks',
      registration: () => this.#registration,
      secret: () => secret,
      onChange: (listener) => void (this.#notify = listener),
      register: async () => this.setRegistration({ state: 'enabled' }),
      refresh: async () => {},
      refreshSoon: () => {},
      test: async () => 'The gateway does not answer.',
      replay: async () => '',
    }
    this.#server = createShop({ ...demoAccount, gateway, mail: '', inbox: openInbox(webhook) })
  }

  async open(): Promise<void> {
    await listenLocally(this.#server)
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }

  get url(): string {
    return localOrigin(this.#server)
  }

  /** Changes the state of the webhook at the gateway. */
  setRegistration(next: Registration): void {
    this.#registration = next
    this.#notify(next)
  }

  /** Sends an event to the inbox. Returns the status of the response. */
  async deliver({ id, type, kind = 0, sequence = 1, signedBy = secret, ...own }: TestDelivery): Promise<number> {
    const resource = {
      originalTransactionId: '71000000000019',
      amount: 24.08,
      payment: { accountNumber: '************4242' },
    }
    const data = { [type.split('.')[0]!]: resource }
    const body = own.body ?? JSON.stringify({ id, kind, type, timestamp: '2026-11-20T10:30:00.123Z', sequence, data })
    const now = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(signedBy).sign(id, now, body),
    }
    return (await fetch(`${this.url}/webhooks`, { method: 'POST', body, headers })).status
  }
}
