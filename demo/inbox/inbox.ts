import type { ServerResponse } from 'node:http'
import { INITIAL_SETTING, type ResponseSetting } from './responses.ts'
import { openDeliveries } from './deliveries.ts'
import { openEventStream } from './eventStream.ts'
import type { Messages } from './messages.ts'
import { createReceiver, type ReceiverSettings } from './receiver.ts'
import type { Webhook } from './webhook.ts'

/**
 * The shop's webhook inbox: receives deliveries and shows them on its page.
 *
 * @param webhook registration with the gateway
 */
export const openInbox = (webhook: Webhook, forTests: Pick<ReceiverSettings, 'sleep'> = {}) => {
  const deliveries = openDeliveries()
  const stream = openEventStream<Messages>()
  let setting = INITIAL_SETTING
  webhook.onChange((registration) => stream.send('registration', registration))

  return {
    webhook,
    receive: createReceiver({
      deliveries,
      secret: webhook.secret,
      setting: () => setting,
      onChange: (summary) => {
        stream.send('delivery', summary)
        // After a 410 the gateway disables the webhook.
        if (summary.answered?.status === 410) webhook.refreshSoon()
      },
      ...forTests,
    }),
    find: deliveries.find,
    /** What the page shows of the inbox, except for its deliveries. */
    state: () => ({ address: webhook.url, setting, registration: webhook.registration() }),
    respondWith: (next: ResponseSetting): void => {
      setting = next
      stream.send('setting', setting)
    },
    clear: (): void => {
      deliveries.clear()
      stream.send('deliveries', [])
    },
    /** Connects a page, or reconnects it. */
    show: (page: ServerResponse): void => {
      stream.open(page, { setting, registration: webhook.registration(), deliveries: deliveries.list() })
      void webhook.refresh()
    },
  }
}

export type Inbox = ReturnType<typeof openInbox>
