import { newIdempotencyKey, type Api } from '../../api/api.ts'
import { webhookPath } from './webhookRequests.ts'

/** How often, and how many times, the list is read after events were sent again. */
const watchMs = 1000
const watchTimes = 8

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends one event to a webhook again. */
export const redeliver = async (api: Api, webhook: string, event: string): Promise<void> => {
  await api.send('POST', `/v1/events/${encodeURIComponent(event)}/replay`, {
    body: { webhook },
    key: newIdempotencyKey(),
  })
}

/** Sends all events again that a webhook did not receive. @param key a repeated request with the same one sends them once */
export const redeliverAll = async (api: Api, webhook: string, key: string): Promise<void> => {
  await api.send('POST', `${webhookPath(webhook)}/replay`, { body: { undelivered: true }, key })
}

/** Reads the list of deliveries again until the new attempts have ended. It stops when the list is not shown any more. */
export const watchDeliveries = async (list: {
  readonly read: () => Promise<void>
  readonly hasEnded: () => boolean
  readonly isShown: () => boolean
}): Promise<void> => {
  for (let time = 0; time < watchTimes && list.isShown(); time++) {
    await pause(time === 0 ? watchMs / 4 : watchMs)
    if (!list.isShown()) return
    await list.read()
    if (list.hasEnded()) return
  }
}
