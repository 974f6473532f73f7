import type { Delivery, Desk } from './desk.ts'
import type { Written } from './moments.ts'
import type { Order } from './orders.ts'
import type { OperationRequest, ReversalRequest } from './wire.ts'

type Handler = (desk: Desk, body: unknown) => Delivery | Promise<Delivery>

const reply = (value: unknown): Delivery => ({ status: 200, text: JSON.stringify(value) })

const isOp = (body: unknown): body is { op: string } =>
  typeof body === 'object' && body !== null && 'op' in body && typeof body.op === 'string' && body.op !== ''

const isBatch = (body: unknown): body is { account: string } =>
  typeof body === 'object' && body !== null && 'account' in body && typeof body.account === 'string'

const badRequest: Delivery = { status: 400, text: '' }

/** What the acquirer answers on its wire: the four that its client uses, and the rest for tests. */
const handlers: Readonly<{ [request: string]: Handler }> = {
  'POST /operations': (desk, body) => (isOp(body) ? desk.operation(body as OperationRequest) : badRequest),
  'POST /reversals': (desk, body) => (isOp(body) ? desk.reversal(body as ReversalRequest) : badRequest),
  'POST /answered': (desk, body) => (isOp(body) ? desk.answered(body.op) : badRequest),
  'POST /written': (desk, body) => (isOp(body) ? desk.written(body.op as Written) : badRequest),
  'GET /health': () => reply('up'),
  'POST /batches': (desk, body) => {
    if (!isBatch(body)) return badRequest
    desk.book.close(body.account)
    return reply('closed')
  },
  'GET /book': (desk) => reply(desk.book.entries()),
  'POST /orders': (desk, body) => {
    desk.orders.give(body as Order)
    return reply('noted')
  },
  'DELETE /orders': (desk) => {
    desk.orders.clear()
    return reply('forgotten')
  },
}

/** @param text the body as it came, empty for none */
export const route = async (desk: Desk, method: string, path: string, text: string): Promise<Delivery> => {
  const handler = handlers[`${method} ${path}`]
  if (handler === undefined) return { status: 404, text: '' }
  try {
    return await handler(desk, text === '' ? undefined : JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return badRequest
    throw error
  }
}
