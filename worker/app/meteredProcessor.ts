import { connectionOf } from '#contract/connections/builtInConnection'
import type { Outcome, Ref } from '../processors/processor.ts'
import type { ConnectedProcessor } from './connectedProcessor.ts'
import type { Meter } from './meter.ts'

type Health = 'success' | 'failure'

/** What an outcome shows of the connection. Null if that is nothing, such as without a call of the processor. */
const healthOf = (outcome: Outcome): Health | null => {
  if (outcome.result === 'unknown') return 'failure'
  if (outcome.result !== 'notSent') return 'success'
  return outcome.reason === 'aborted' ? null : 'failure'
}

/** An unparsable look-up may lack a reference that it needs, and then sends nothing. */
const healthOfLookup = (found: Outcome | 'notFound'): Health | null => {
  if (found === 'notFound') return 'success'
  return found.result === 'unknown' && found.reason === 'unparsable' ? null : healthOf(found)
}

const acceptanceHealth = { done: 'success', tooLate: 'success', unknown: 'failure', notSupported: null } as const

/** Wraps a processor to measure the time that requests wait for it, and to note which connections respond. */
export const meteredProcessor = (processor: ConnectedProcessor, meter: Meter): ConnectedProcessor => {
  const note = (of: Pick<Ref, 'connection'>, health: Health | null): void => {
    if (health !== null) meter.connectionHealth.set(connectionOf(of), health)
  }
  const measured =
    <Op>(call: (op: Op, ref: Ref) => Promise<Outcome>) =>
    async (op: Op, ref: Ref): Promise<Outcome> => {
      const started = Date.now()
      try {
        const outcome = await call(op, ref)
        note(ref, healthOf(outcome))
        return outcome
      } finally {
        meter.processorMs += Date.now() - started
      }
    }
  return {
    ...processor,
    authorize: measured(processor.authorize),
    capture: measured(processor.capture),
    void: measured(processor.void),
    credit: measured(processor.credit),
    reverse: async (ref, attempt, rest) => {
      const reversal = await processor.reverse(ref, attempt, rest)
      // A retry may have sent nothing. A reversal after a call without an outcome does not make up for that call.
      if (reversal !== 'retry' && !meter.connectionHealth.has(connectionOf(ref))) note(ref, 'success')
      return reversal
    },
    lookup: async (ref, modification) => {
      const found = await processor.lookup(ref, modification)
      note(ref, healthOfLookup(found))
      return found
    },
    report: async (of, span, cursor) => {
      try {
        const page = await processor.report(of, span, cursor)
        note(of, page === 'notSupported' ? null : 'success')
        return page
      } catch (thrown) {
        note(of, 'failure')
        throw thrown
      }
    },
    acceptDispute: async (of, caseId) => {
      const acceptance = await processor.acceptDispute(of, caseId)
      note(of, acceptanceHealth[acceptance])
      return acceptance
    },
  }
}
