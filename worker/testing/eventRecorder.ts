import { expect } from 'vitest'
import type { Event } from '#contract/events/events'
import { dataOf, eventsOf } from './events.ts'
import { gatewayOrigin } from './merchant.ts'
import type { Call, Merchant } from './merchant.ts'

/** Listens to what is told of an account's payments and batches. */
export const hearing = (merchant: Merchant, call: Call) => {
  let heard = 0
  const next = async (): Promise<Event[]> => {
    const all = (await eventsOf(merchant)).filter(({ type }) => /^(transaction|batch)\./.test(type))
    const fresh = all.slice(heard)
    heard = all.length
    return fresh
  }
  return {
    /** What was told since the last time. */
    next,
    /** The same, in words. */
    types: async (): Promise<string[]> => (await next()).map(({ type }) => type),
    /** The same, held to what GET answers now: since the last time nothing may have happened but one batch of changes. */
    typesAsRead: async (): Promise<string[]> => {
      const fresh = await next()
      for (const event of fresh) await expectAsRead(event, call)
      return fresh.map(({ type }) => type)
    },
  }
}

/** An event shows what GET answers, but for its `requestId` and the host of its links. */
const expectAsRead = async (event: Event, call: Call): Promise<void> => {
  const shown = dataOf(event)
  if (event.type === 'batch.closed') {
    expect(shown).toEqual((await call('GET', `/v1/batches/${shown.id}`)).json.batch)
    return
  }
  const { text } = await call('GET', `/v1/transactions/${shown.transactionId}`)
  const read = JSON.parse(text.replaceAll(`${gatewayOrigin}/errors#`, '/errors#'))
  expect(shown).toEqual({ ...read, requestId: shown.requestId })
}
