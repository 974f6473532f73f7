import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, createClient } from '../../models/kernel/client.ts'
import { soakCard } from '../cards.ts'
import { patienceMs, pollMs } from './untilEmpty.ts'

/** An order of a shop. Its amount names it, at the acquirer as well. */
interface Order {
  readonly amount: number
  readonly number: number
  /** Id of its payment. Null without a response. */
  payment: string | null
}

/** A shop that places orders with an idempotency key each. Every fourth payment is captured, captured and refunded, left open, or voided. */
export class Shop {
  readonly orders: Order[] = []
  readonly #call: ReturnType<typeof createClient>
  readonly #sweep: () => Promise<void>

  constructor(call: ReturnType<typeof createClient>, sweep: () => Promise<void>) {
    this.#call = call
    this.#sweep = sweep
  }

  /** Orders whose payments are authorized and left open. */
  get openOrders(): readonly Order[] {
    return this.orders.filter(({ number, payment }) => number % 4 === 2 && payment !== null)
  }

  async trade(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const order: Order = { amount: 10 + this.orders.length, number: this.orders.length, payment: null }
      this.orders.push(order)
      await this.#place(order)
      if (order.number % 4 === 3) await this.modify(order, 'void')
      if (order.number % 4 < 2) await this.modify(order, 'capture')
      if (order.number % 4 === 1) await this.modify(order, 'credit')
    }
  }

  async #place(order: Order): Promise<void> {
    const { status, text, json } = await this.#authorize(order)
    if (status !== 200) throw new Error(`An authorization returned ${status}: ${text}`)
    order.payment = json.transactionId
  }

  /** Repeats an order with its key. A kill may have interrupted it, so that its key is in use until the operation is recovered. */
  async placeAgain(order: Order): Promise<void> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pollMs)) {
      const { status, text, json } = await this.#authorize(order)
      if (status === 200) order.payment = json.transactionId
      if (status === 200 || text.includes('processor_timeout')) return
      if (!text.includes('idempotency_in_progress')) throw new Error(`A repetition returned ${status}: ${text}`)
      await this.#sweep()
    }
    throw new Error(`The key of order ${order.number} is still in use.`)
  }

  /** Some processors refuse to refund a capture that has no outcome yet. */
  async modify({ number, payment }: Order, verb: 'capture' | 'credit' | 'void'): Promise<void> {
    const body = verb === 'credit' ? { referenceTransactionId: Number(payment) } : { transactionId: payment }
    const { status, text } = await this.#call('POST', `/v1/transactions/${verb}`, body, `${verb}-${number}`)
    if (status !== 200 && status !== 409) throw new Error(`A ${verb} returned ${status}: ${text}`)
  }

  #authorize({ amount, number }: Order): Promise<ApiResponse> {
    const body = { payment: { creditCard: soakCard(number) }, amount: { value: amount } }
    return this.#call('POST', '/v1/transactions/authorize', body, `order-${number}`)
  }
}
