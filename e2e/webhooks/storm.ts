import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookGateway } from './gateway.ts'
import type { Receiver } from './receiver.ts'

/** Concurrent requests. */
const clients = 16
/** Payments settled by one request. */
const batchSize = 500

const cash = { payment: { cash: true }, amount: { value: 10.05 } }

/** Repeats work with several concurrent clients. */
export const repeatConcurrently = async (
  times: number,
  work: () => Promise<unknown>,
  atOnce = clients,
): Promise<void> => {
  let left = times
  const client = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, client))
}

/** Creates at least `events` events, three per cash payment: authorized, captured and settled. */
export const createEventStorm = async (gateway: WebhookGateway, events: number): Promise<void> => {
  for (let left = Math.ceil(events / 3); left > 0; left -= batchSize) {
    await repeatConcurrently(Math.min(batchSize, left), () => gateway.call('POST', '/v1/transactions/authorize', cash))
    await gateway.call('POST', '/v1/batches/close')
  }
}

/** Delays each response of a receiver. */
export const delayResponses = (receiver: Receiver, ms: number): void => {
  receiver.respond = async () => {
    await sleep(ms, undefined, { ref: false })
    return { status: 204 }
  }
}

/** Waits until a receiver has every event that the gateway lists. */
export const waitForAllEvents = async (gateway: WebhookGateway, receiver: Receiver): Promise<void> => {
  const listed = await gateway.listEvents()
  while (listed.some(({ id }) => !receiver.events.has(id))) await sleep(20)
}
