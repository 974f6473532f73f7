import type { GatewayClient } from '../../support/gatewayClient.ts'
import type { CardReader } from './device.ts'
import { shoppers, type End, type Shopper } from './shoppers.ts'

/** A payment that is to be made: at which reader, and who comes. */
export interface Visit {
  readonly reader: CardReader
  readonly shopper: keyof typeof shoppers
  /** Without a tip. */
  readonly price: number
}

/** How a payment ended, as each of those saw it whom it concerns. */
export interface Ended {
  readonly reader: Pick<End, 'state' | 'responseCode'> & { readonly approved: string | null }
  readonly merchant: { readonly responseCode: string; readonly amount: number }
  readonly record: {
    readonly responseCode: string
    readonly status: string
    readonly amount: number
    readonly tip: number
  }
  /** The payments that the reader was told of while this one was there. */
  readonly heardOf: readonly string[]
}

export interface Paid {
  readonly transactionId: string
  readonly end: Ended
  /** From the merchant's request to its answer. */
  readonly tookMs: number
}

/** One at each reader, of so many kinds of shoppers in turn, each at a price of its own, from a price on. */
export const visitsAt = (
  readers: readonly CardReader[],
  kinds: readonly Visit['shopper'][],
  from = 10,
): readonly Visit[] => readers.map((reader, at) => ({ reader, shopper: kinds[at % kinds.length]!, price: from + at }))

/** The payments that a reader was told something about. */
const sessionsIn = (heard: CardReader['heard']): string[] => {
  const named = heard.flatMap((message) => {
    if (message.type === 'welcome') return [message.payment?.session, message.result?.session]
    return 'session' in message ? [message.session] : []
  })
  return [...new Set(named.filter((session) => session !== undefined))]
}

/**
 * Makes payments at readers, all at once.
 *
 * @param whileAllWait what happens once all of them are on a screen, before anybody does anything; without it each shopper acts at once
 */
export const payAll = async (
  visits: readonly Visit[],
  merchant: GatewayClient,
  whileAllWait?: () => Promise<unknown>,
): Promise<Paid[]> => {
  let shown = 0
  const allShown = Promise.withResolvers<void>()
  const mayAct = whileAllWait === undefined ? null : allShown.promise.then(whileAllWait)
  const onScreen = async () => {
    shown += 1
    if (shown === visits.length) allShown.resolve()
    await mayAct
  }
  return Promise.all(visits.map((visit) => pay(visit, merchant, onScreen)))
}

const authorize = async ({ reader, shopper, price }: Visit, merchant: GatewayClient) => {
  const terminal = { id: reader.terminal, ...shoppers[shopper].asks }
  const began = performance.now()
  const { body } = await merchant.call('POST', '/v1/transactions/authorize', {
    payment: { terminal },
    amount: { value: price },
  })
  return { answer: body as Ended['merchant'] & { transactionId: string }, tookMs: performance.now() - began }
}

const pay = async (visit: Visit, merchant: GatewayClient, onScreen: () => Promise<void>): Promise<Paid> => {
  const { reader, shopper } = visit
  const { act }: Shopper = shoppers[shopper]
  const before = reader.heard.length
  const serve = async () => {
    const payment = await reader.line.next('payment')
    reader.line.say({ type: 'received', session: payment.session })
    await onScreen()
    return act(reader, payment, merchant)
  }
  const serving = serve()
  const authorizing = authorize(visit, merchant)
  // An answer comes after the end, or the reader never heard of a payment and would be waited for in vain.
  const { answer, tookMs } = await Promise.race([authorizing, serving.then(() => authorizing)])
  if (reader.heard.length === before) throw new Error(`It never came to the reader: ${JSON.stringify(answer)}`)
  const { state, responseCode, approved } = await serving
  const { body } = await merchant.call('GET', `/v1/transactions/${answer.transactionId}`)
  const record = body as Ended['record']
  return {
    transactionId: answer.transactionId,
    end: {
      reader: { state, responseCode, approved },
      merchant: { responseCode: answer.responseCode, amount: answer.amount },
      record: {
        responseCode: record.responseCode,
        status: record.status,
        amount: record.amount,
        tip: record.tip,
      },
      heardOf: sessionsIn(reader.heard.slice(before)),
    },
    tookMs,
  }
}

/** How it must have ended. */
export const expectedEnd = ({ shopper, price }: Visit, { transactionId }: Pick<Paid, 'transactionId'>): Ended => {
  const { state, responseCode, approved, tip, status }: End = shoppers[shopper].ends
  const amount = price + tip
  return {
    reader: { state, responseCode, approved: approved ? String(amount) : null },
    merchant: { responseCode, amount },
    record: { responseCode, status, amount, tip: approved ? tip : 0 },
    heardOf: [transactionId],
  }
}
