import { Webhook } from 'standardwebhooks'
import type { Inbox } from './system.ts'

interface Delivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** By the gateway's clock, milliseconds since 1970. */
  readonly at: number
}

/** Verifies at the time of the delivery: the library compares with the machine's clock, the gateway may have a test's. */
const verified = ({ headers, body, at }: Delivery, secret: string): { readonly id: string } => {
  const real = Date.now
  Date.now = () => at
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
  } finally {
    Date.now = real
  }
}

/** A merchant's server without a wire: `take` receives a delivery and returns the status. */
export const inboxAt = (url: string): Inbox & { take(delivery: Delivery): number } => {
  const heard = new Map<string, string>()
  const faults: string[] = []
  /** Deliveries before the secret was known. */
  let early: Delivery[] = []
  let secret: string | null = null
  let status = 204
  let arrived = 0
  let repeated = 0

  const keep = (delivery: Delivery): void => {
    try {
      const { id } = verified(delivery, secret ?? '')
      const known = heard.get(id)
      if (delivery.headers['webhook-id'] !== id) throw new Error('The header names another event than the body.')
      if (known !== undefined && known !== delivery.body) throw new Error(`It was another event before: ${known}`)
      if (known !== undefined) repeated++
      heard.set(id, delivery.body)
    } catch (thrown) {
      faults.push(`${String(thrown)} ${delivery.body}`)
    }
  }

  return {
    url,
    heard,
    get arrived() {
      return arrived
    },
    get repeated() {
      return repeated
    },
    faults,
    register: (webhook) => {
      secret = webhook.secret
      for (const delivery of early) keep(delivery)
      early = []
    },
    answer: (next) => {
      status = next
    },
    take: (delivery) => {
      arrived++
      if (status >= 200 && status < 300) {
        if (secret === null) early.push(delivery)
        else keep(delivery)
      }
      return status
    },
  }
}
