import type { ProcessorDefinition } from '../../../processors/definition.ts'
import { nmiDefinition } from '../../../processors/nmi/definition.ts'
import type { Capabilities, OperationType, Outcome, Processor } from '../../../processors/processor.ts'
import { markOperations } from '../../../proof/nmi/operationMarks.ts'

/** Recovery would wait ten minutes of real time otherwise. The stand-in shows operations at once. */
const visibleAtOnce = (can: Capabilities): Capabilities => ({ ...can, visibleAfterMs: 0 })

type Report = (type: OperationType) => Promise<unknown>

/** Waits for the report of each response, before the gateway stores it. */
const reportResponses = (processor: Processor, report: Report): Processor => {
  const reported = async (type: OperationType, sent: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await sent
    if (outcome.result === 'approved' || outcome.result === 'declined') await report(type).catch(() => undefined)
    return outcome
  }
  return {
    ...processor,
    authorize: (op, ref) => reported('authorize', processor.authorize(op, ref)),
    capture: (op, ref) => reported('capture', processor.capture(op, ref)),
    void: (op, ref) => reported('void', processor.void(op, ref)),
    credit: (op, ref) => reported('credit', processor.credit(op, ref)),
  }
}

/**
 * The connector to NMI for kills: with the stand-in as its host, which shows operations at once and takes any card. Its requests name the
 * operation that they belong to.
 */
export const nmiUnderTest = (report: Report): ProcessorDefinition => ({
  ...nmiDefinition,
  testCards: null,
  capabilities: (settings) => visibleAtOnce(nmiDefinition.capabilities(settings)),
  create: (settings, ports) => {
    const marked = markOperations((fetch) => nmiDefinition.create(settings, { ...ports, fetch }), ports.fetch)
    return { ...reportResponses(marked, report), can: visibleAtOnce(marked.can) }
  },
})
