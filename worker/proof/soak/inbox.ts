import { Webhook } from 'standardwebhooks'
import type { Inbox } from './underTest.ts'

interface Delivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** By the gateway's clock, milliseconds since 1970. */
  readonly at: number
}

/** The library compares with the machine's clock, and ours may be a test's: what it would say at the time of the delivery. */
const verified = ({ headers, body, at }: Delivery, secret: string): { readonly id: string } => {
  const real = Date.now
  Date.now = () => at
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
  } finally {
    Date.now = real
  }
}

/** A merchant's server, but for its wire: `take` gives it a delivery, and says what it answers. */
export const inboxAt = (url: string): Inbox & { take(delivery: Delivery): number } => {
  const heard = new Map<string, string>()
  const faults: string[] = []
  /** What came before its secret was known. */
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
      // What is refused has not been taken.
      if (status >= 200 && status < 300) {
        if (secret === null) early.push(delivery)
        else keep(delivery)
      }
      return status
    },
  }
}
