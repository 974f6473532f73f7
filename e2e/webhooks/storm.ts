import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveringGateway } from './gateway.ts'
import type { Receiver } from './receiver.ts'

/** How many requests are under way at once. */
const clients = 16
/** How many payments one request settles. */
const batch = 500

const cash = { payment: { cash: true }, amount: { value: 10.05 } }

/** Runs something so often, for some clients at once. */
export const often = async (times: number, work: () => Promise<unknown>, atOnce = clients): Promise<void> => {
  let left = times
  const client = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, client))
}

/** Makes at least so many events, three for each payment in cash: it is authorized, captured, and settled together with others. */
export const storm = async (gateway: DeliveringGateway, events: number): Promise<void> => {
  for (let left = Math.ceil(events / 3); left > 0; left -= batch) {
    await often(Math.min(batch, left), () => gateway.call('POST', '/v1/transactions/authorize', cash))
    await gateway.call('POST', '/v1/batches/close')
  }
}

/** Has a receiver take so long for each answer. */
export const slowDown = (receiver: Receiver, ms: number): void => {
  receiver.answering = async () => {
    await sleep(ms, undefined, { ref: false })
    return { status: 204 }
  }
}

/** Until a receiver has got everything that the gateway lists, and nothing is added. */
export const hasAll = async (gateway: DeliveringGateway, receiver: Receiver): Promise<void> => {
  const listed = await gateway.listEvents()
  while (listed.some(({ id }) => !receiver.events.has(id))) await sleep(20)
}
