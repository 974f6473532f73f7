import type { Processor } from '../../processors/processor.ts'
import type { Ledger } from './ledger.ts'
import { acquirerClient, type ClientOptions } from './client.ts'
import { type HandlerResult, type HandlerOptions, createHandler } from './handler.ts'
import type { FaultPlan } from './faultPlan.ts'
import type { Transport, Reply } from './messages.ts'

/** Client and acquirer in one process, for tests that need a ledger and faults without a network. */
export const inMemoryAcquirer = (
  options: Omit<HandlerOptions, 'can'> & ClientOptions = {},
): { processor: Processor; ledger: Ledger; faultPlan: FaultPlan } => {
  const handler = createHandler(options)

  const transport: Transport = async (path, body, signal) => {
    const method = body === undefined ? 'GET' : 'POST'
    // Serialized, so that only values that HTTP could carry get through.
    const result = handler.handle(method, path, body === undefined ? '' : JSON.stringify(body))
    return Promise.race([result.then((delivery) => toReply(delivery, signal)), rejectOnAbort(signal)])
  }

  return { processor: acquirerClient(transport, options), ledger: handler.ledger, faultPlan: handler.faultPlan }
}

const toReply = (delivery: HandlerResult, signal: AbortSignal): Reply | Promise<Reply> => {
  if (delivery === 'lost') throw new TypeError('Connection lost.')
  return delivery === 'silent' ? rejectOnAbort(signal) : delivery
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = () => reject(new DOMException('Hung up.', 'AbortError'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
