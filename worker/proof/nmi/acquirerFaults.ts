import type { Fault, FaultPlan, RequestType } from '../acquirer/faultPlan.ts'
import { createNmiFaultPlan, type FaultTarget, type NmiFault, type NmiFaultPlan } from './faultPlan.ts'
import { reversal, reversalByHand } from './operationMarks.ts'

/** Results by our codes. */
const declines: Readonly<Record<string, string>> = { '05': '200', '51': '202' }

/**
 * The fault of NMI that the connector cannot tell from one of the acquirer. HTTP has no second response. NMI has no partial approval, and
 * nothing proves that a request with status 503 has had no effect.
 */
export const asNmiFault = (fault: Fault): Fault | null => {
  switch (fault.kind) {
    case 'double':
      return null
    case 'busy':
      return { kind: 'dropBefore' }
    case 'partial':
      return { kind: 'decline', code: '51' }
    default:
      return fault
  }
}

const toNmiFault = (fault: Fault): NmiFault | undefined => {
  const known = asNmiFault(fault)
  if (known === null) return undefined
  switch (known.kind) {
    case 'double':
    case 'busy':
    case 'partial':
      return undefined
    case 'decline':
      return { kind: 'result', code: declines[known.code]! }
    case 'dropAfter':
      return { kind: 'dropAfter', ...(known.visibleAfterMs !== undefined && { visibleAfterMs: known.visibleAfterMs }) }
    case 'unclear':
      return { kind: known.before ? 'result' : 'afterDoing', code: known.code }
    default:
      return known
  }
}

type MarkedRequest = Pick<FaultTarget, 'on' | 'ipAddress'>

/** The acquirer's type of a request of transact.php whose operation is marked. */
export const toTransactType = ({ on, ipAddress }: MarkedRequest): Exclude<RequestType, 'lookup'> => {
  switch (on) {
    case 'capture':
      return 'capture'
    case 'void':
      return ipAddress === reversal ? 'reverse' : 'void'
    case 'refund':
    case 'credit':
      return 'credit'
    default:
      return 'authorize'
  }
}

const toRequestType = (request: MarkedRequest): RequestType =>
  request.on === 'query' ? 'lookup' : toTransactType(request)

/** A plan of the stand-in that takes its faults from a plan of the acquirer, by the operations that requests are marked with. */
export const followPlan = (plan: Pick<FaultPlan, 'take'>): NmiFaultPlan => {
  const own = createNmiFaultPlan()
  return {
    ...own,
    take: (target) => {
      const planned =
        target.ipAddress === reversalByHand ? undefined : plan.take(toRequestType(target), target.ipAddress)
      return (planned && toNmiFault(planned)) ?? own.take(target)
    },
  }
}
