import type { ServerResponse } from 'node:http'
import { FIRST_TOLD, type Told } from './responses.ts'
import { openDeliveries } from './deliveries.ts'
import { openFeed } from './eventStream.ts'
import type { Messages } from './messages.ts'
import { createReceiver, type ReceiverSettings } from './receiver.ts'
import type { Webhook } from './webhook.ts'

/**
 * The webhook inbox of this shop: takes what the gateway delivers, and shows it to whoever has its page open.
 *
 * @param webhook its registration with the gateway
 */
export const openInbox = (webhook: Webhook, forTests: Pick<ReceiverSettings, 'sleep'> = {}) => {
  const deliveries = openDeliveries()
  const feed = openFeed<Messages>()
  let told = FIRST_TOLD
  webhook.onChange((registration) => feed.send('registration', registration))

  return {
    webhook,
    receive: createReceiver({
      deliveries,
      secret: webhook.secret,
      told: () => told,
      onChange: (summary) => {
        feed.send('delivery', summary)
        // The gateway may have drawn its conclusions from what it heard.
        if (summary.answered?.status === 410) webhook.lookSoon()
      },
      ...forTests,
    }),
    find: deliveries.find,
    tell: (next: Told): void => {
      told = next
      feed.send('told', told)
    },
    clear: (): void => {
      deliveries.clear()
      feed.send('deliveries', [])
    },
    /** A page that was opened, or that had lost the line. */
    show: (page: ServerResponse): void => {
      feed.open(page, { told, registration: webhook.registration(), deliveries: deliveries.list() })
      void webhook.look()
    },
  }
}

export type Inbox = ReturnType<typeof openInbox>
