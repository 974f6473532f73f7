import type { OperationType } from '../../processors/processor.ts'
import { wait, type Wait } from '../../processors/wait.ts'
import { type Book, openBook } from './book.ts'
import type { Decision } from './line.ts'
import type { Written } from './moments.ts'
import { type Fault, type Orders, takeOrders } from './orders.ts'
import type { OperationRequest, Reply, ReversalRequest } from './wire.ts'

/** What leaves the desk: a reply, or nothing, in two manners. */
export type Delivery = Reply | 'lost' | 'silent'

export interface DeskOptions {
  /** Runs when something was done and before that is answered: another moment to kill the process under test. */
  readonly onDone?: (type: OperationType | 'reverse') => void | Promise<void>
  /** Runs when the client has told that it wrote something down, which waits for it. */
  readonly onWritten?: (moment: Written) => void | Promise<void>
  /**
   * Runs when the client has told that it heard an answer and before it hands that answer on: the moment to kill the
   * process under test. The client waits for it.
   */
  readonly onAnswered?: (op: string) => void | Promise<void>
  readonly wait?: Wait
}

export interface Desk {
  readonly book: Book
  readonly orders: Orders
  operation(request: OperationRequest): Promise<Delivery>
  reversal(request: ReversalRequest): Promise<Delivery>
  answered(op: string): Promise<Delivery>
  written(moment: Written): Promise<Delivery>
}

/** The acquirer without its wire: looks up what is to go wrong, does what is asked, and says how to answer. */
export const openDesk = ({ onDone, onWritten, onAnswered, wait: pause = wait }: DeskOptions = {}): Desk => {
  const book = openBook()
  const orders = takeOrders()

  const handle = async (
    type: OperationType | 'reverse',
    fault: Fault | undefined,
    effect: () => unknown,
  ): Promise<Delivery> => {
    if (fault?.kind === 'dropBefore') return 'lost'
    if (fault?.kind === 'busy') return { status: 503, text: '' }
    if (fault?.kind === 'delay') await pause(fault.ms, never)
    const line = JSON.stringify(effect())
    await onDone?.(type)
    if (fault?.kind === 'late') await pause(fault.ms, never)
    return delivery(fault, line)
  }

  return {
    book,
    orders,
    operation: (request) => {
      const fault = orders.take(request.type, request.op)
      return handle(request.type, fault, () => book.perform(request, decision(fault, request)))
    },
    reversal: ({ op, rest }) => {
      const fault = orders.take('reverse', op)
      const refused = fault?.kind === 'decline' || fault?.kind === 'partial'
      return handle('reverse', fault, () => ({ result: refused ? 'refused' : book.reverse(op, rest) }))
    },
    answered: async (op) => {
      book.hear(op)
      await onAnswered?.(op)
      return { status: 200, text: '' }
    },
    written: async (moment) => {
      await onWritten?.(moment)
      return { status: 200, text: '' }
    },
  }
}

const never = new AbortController().signal

const delivery = (fault: Fault | undefined, line: string): Delivery => {
  switch (fault?.kind) {
    case 'dropAfter':
      return 'lost'
    case 'silent':
      return 'silent'
    case 'garbage':
      return { status: 200, text: '\u0000<html>{"op":' }
    case 'double':
      return { status: 200, text: `${line}\n${line}` }
    default:
      return { status: 200, text: line }
  }
}

/** What an order makes of a request. */
const decision = (fault: Fault | undefined, request: OperationRequest): Decision | undefined => {
  if (fault?.kind === 'decline') return { code: fault.code }
  if (fault?.kind !== 'partial') return undefined
  if (request.type === 'void') return { code: '12' }
  if (request.type === 'authorize' && !request.allowPartial) return { code: '51' }
  return { code: '10', minor: fault.minor ?? String(BigInt(request.minor) / 2n) }
}
