import type { GatewayClient } from '../../support/gatewayClient.ts'
import type { SimulatedDevice } from './device.ts'
import { shoppers, type ShopperOutcome, type Shopper } from './shoppers.ts'

/** A planned payment at a device. */
export interface Visit {
  readonly device: SimulatedDevice
  readonly shopper: keyof typeof shoppers
  /** Without a tip. */
  readonly price: number
}

/** A payment’s outcome at the device, in the response, and in the stored transaction. */
export interface PaymentOutcome {
  readonly device: Pick<ShopperOutcome, 'state' | 'responseCode'> & { readonly approved: string | null }
  readonly merchant: { readonly responseCode: string; readonly amount: number }
  readonly record: {
    readonly responseCode: string
    readonly status: string
    readonly amount: number
    readonly tip: number
  }
  /** The sessions in messages to the device during the payment. */
  readonly receivedSessions: readonly string[]
}

export interface FinishedPayment {
  readonly transactionId: string
  readonly outcome: PaymentOutcome
  /** From request to response. */
  readonly durationMs: number
}

/** One payment per device, with shoppers in turn and unique prices. */
export const planVisits = (
  devices: readonly SimulatedDevice[],
  kinds: readonly Visit['shopper'][],
  from = 10,
): readonly Visit[] => devices.map((device, at) => ({ device, shopper: kinds[at % kinds.length]!, price: from + at }))

/** The sessions named in messages. */
const sessionsInMessages = (messages: SimulatedDevice['received']): string[] => {
  const named = messages.flatMap((message) => {
    if (message.type === 'welcome') return [message.payment?.session, message.result?.session]
    return 'session' in message ? [message.session] : []
  })
  return [...new Set(named.filter((session) => session !== undefined))]
}

/**
 * Runs all payments at once.
 *
 * @param whenAllShown runs once all devices show their payment, before any shopper acts; by default each shopper acts at once
 */
export const payAll = async (
  visits: readonly Visit[],
  merchant: GatewayClient,
  whenAllShown?: () => Promise<unknown>,
): Promise<FinishedPayment[]> => {
  let shown = 0
  const allShown = Promise.withResolvers<void>()
  const mayAct = whenAllShown === undefined ? null : allShown.promise.then(whenAllShown)
  const onScreen = async () => {
    shown += 1
    if (shown === visits.length) allShown.resolve()
    await mayAct
  }
  return Promise.all(visits.map((visit) => pay(visit, merchant, onScreen)))
}

const authorize = async ({ device, shopper, price }: Visit, merchant: GatewayClient) => {
  const terminal = { id: device.terminal, ...shoppers[shopper].terminalOptions }
  const began = performance.now()
  const { body } = await merchant.call('POST', '/v1/transactions/authorize', {
    payment: { terminal },
    amount: { value: price },
  })
  return { answer: body as PaymentOutcome['merchant'] & { transactionId: string }, tookMs: performance.now() - began }
}

const pay = async (visit: Visit, merchant: GatewayClient, onScreen: () => Promise<void>): Promise<FinishedPayment> => {
  const { device, shopper } = visit
  const { act }: Shopper = shoppers[shopper]
  const before = device.received.length
  const serve = async () => {
    const payment = await device.connection.next('payment')
    device.connection.send({ type: 'received', session: payment.session })
    await onScreen()
    return act(device, payment, merchant)
  }
  const serving = serve()
  const authorizing = authorize(visit, merchant)
  // A response without a message to the device means that the payment never reached it.
  const { answer, tookMs } = await Promise.race([authorizing, serving.then(() => authorizing)])
  if (device.received.length === before)
    throw new Error(`The payment never reached the device: ${JSON.stringify(answer)}`)
  const { state, responseCode, approved } = await serving
  const { body } = await merchant.call('GET', `/v1/transactions/${answer.transactionId}`)
  const record = body as PaymentOutcome['record']
  return {
    transactionId: answer.transactionId,
    outcome: {
      device: { state, responseCode, approved },
      merchant: { responseCode: answer.responseCode, amount: answer.amount },
      record: {
        responseCode: record.responseCode,
        status: record.status,
        amount: record.amount,
        tip: record.tip,
      },
      receivedSessions: sessionsInMessages(device.received.slice(before)),
    },
    durationMs: tookMs,
  }
}

export const expectedOutcome = (
  { shopper, price }: Visit,
  { transactionId }: Pick<FinishedPayment, 'transactionId'>,
): PaymentOutcome => {
  const { state, responseCode, approved, tip, status }: ShopperOutcome = shoppers[shopper].outcome
  const amount = price + tip
  return {
    device: { state, responseCode, approved: approved ? String(amount) : null },
    merchant: { responseCode, amount },
    record: { responseCode, status, amount, tip: approved ? tip : 0 },
    receivedSessions: [transactionId],
  }
}
