import { Webhook } from 'standardwebhooks'
import type { WebhookReceiver } from './system.ts'

interface Delivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** By the gateway's clock, milliseconds since 1970. */
  readonly at: number
}

/** Verifies at the time of delivery: the library uses the machine's clock, the gateway a test clock. */
const verify = ({ headers, body, at }: Delivery, secret: string): { readonly id: string } => {
  const real = Date.now
  Date.now = () => at
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
  } finally {
    Date.now = real
  }
}

/** A webhook receiver without a network connection: `receive` takes a delivery and returns a status. */
export const createWebhookReceiver = (url: string): WebhookReceiver & { receive(delivery: Delivery): number } => {
  const received = new Map<string, string>()
  const invalid: string[] = []
  /** Deliveries before the secret was known. */
  let early: Delivery[] = []
  let secret: string | null = null
  let status = 204
  let deliveries = 0
  let repeated = 0

  const record = (delivery: Delivery): void => {
    try {
      const { id } = verify(delivery, secret ?? '')
      const earlier = received.get(id)
      if (delivery.headers['webhook-id'] !== id)
        throw new Error('The header webhook-id differs from the id in the body.')
      if (earlier !== undefined && earlier !== delivery.body)
        throw new Error(`The event differs from its first delivery: ${earlier}`)
      if (earlier !== undefined) repeated++
      received.set(id, delivery.body)
    } catch (thrown) {
      invalid.push(`${String(thrown)} ${delivery.body}`)
    }
  }

  return {
    url,
    received,
    get deliveries() {
      return deliveries
    },
    get repeated() {
      return repeated
    },
    invalid,
    register: (webhook) => {
      secret = webhook.secret
      for (const delivery of early) record(delivery)
      early = []
    },
    respondWith: (next) => {
      status = next
    },
    receive: (delivery) => {
      deliveries++
      if (status >= 200 && status < 300) {
        if (secret === null) early.push(delivery)
        else record(delivery)
      }
      return status
    },
  }
}
