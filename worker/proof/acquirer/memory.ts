import type { Processor } from '../../processors/processor.ts'
import type { Ledger } from './ledger.ts'
import { acquirerClient, type ClientOptions } from './client.ts'
import { type Delivery, type HandlerOptions, createHandler } from './handler.ts'
import type { FaultPlan } from './faultPlan.ts'
import type { Exchange, Reply } from './messages.ts'

/** Client and acquirer in one place, for tests that need a ledger and faults, and no network. */
export const inMemoryAcquirer = (
  options: HandlerOptions & ClientOptions = {},
): { processor: Processor; ledger: Ledger; faultPlan: FaultPlan } => {
  const handler = createHandler(options)

  const exchange: Exchange = async (path, body, signal) => {
    const method = body === undefined ? 'GET' : 'POST'
    // As text and back, so that nothing passes that the real wire would not carry.
    const delivered = handler.handle(method, path, body === undefined ? '' : JSON.stringify(body))
    return Promise.race([delivered.then((delivery) => carried(delivery, signal)), broken(signal)])
  }

  return { processor: acquirerClient(exchange, options), ledger: handler.ledger, faultPlan: handler.faultPlan }
}

const carried = (delivery: Delivery, signal: AbortSignal): Reply | Promise<Reply> => {
  if (delivery === 'lost') throw new TypeError('Connection lost.')
  return delivery === 'silent' ? broken(signal) : delivery
}

const broken = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(new DOMException('Hung up.', 'AbortError'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
