import type { Wait } from '../../processors/wait.ts'
import type { NmiFault } from './faultPlan.ts'
import type { TransactResponse } from './response.ts'
import { type Result, toResult } from './resultCodes.ts'

export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** A reply, a connection that stays open without one (`silent`), or one that is closed (`lost`). */
export type NmiResult = Reply | 'silent' | 'lost'

const never = new AbortController().signal

/** Runs the effect of a request under a fault. */
export const applyFault = async (
  fault: NmiFault | undefined,
  effect: () => Reply | Promise<Reply>,
  wait: Wait,
): Promise<NmiResult> => {
  if (fault?.kind === 'dropBefore') return 'lost'
  if (fault?.kind === 'silentBefore') return 'silent'
  if (fault?.kind === 'status' && fault.before) return withStatus(fault.status)
  if (fault?.kind === 'delay') await wait(fault.ms, never)
  const reply = await effect()
  if (fault?.kind === 'late') await wait(fault.ms, never)
  return afterEffect(fault, reply)
}

const withStatus = (status: number): Reply => ({ status, contentType: 'text/html; charset=UTF-8', text: '' })

const afterEffect = (fault: NmiFault | undefined, reply: Reply): NmiResult => {
  switch (fault?.kind) {
    case 'dropAfter':
      return 'lost'
    case 'silent':
      return 'silent'
    case 'status':
      return withStatus(fault.status)
    case 'garbage':
      return { ...reply, contentType: 'text/html; charset=UTF-8', text: '<html><body><h1>Gateway error</h1>' }
    case 'half':
      return { ...reply, text: reply.text.slice(0, reply.text.length / 2) }
    case 'wrongContent':
      return { ...reply, contentType: 'application/json', text: '{"status":"ok"}' }
    default:
      return reply
  }
}

/** The result that a fault forces on a request. */
export const forcedResult = (fault: NmiFault | undefined): Result | undefined =>
  fault?.kind === 'result' ? toResult(fault.code, fault.text) : undefined

/** The response that the client receives instead of the true one. */
export const replaceResponse = (fault: NmiFault | undefined, response: TransactResponse): TransactResponse =>
  fault?.kind === 'afterDoing'
    ? { result: toResult(fault.code), transactionid: response.transactionid ?? '', orderid: response.orderid ?? '' }
    : response
