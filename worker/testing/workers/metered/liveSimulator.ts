import type { ProcessorDefinition } from '../../../processors/definition.ts'
import type { Outcome } from '../../../processors/processor.ts'
import { simulatorDefinition } from '../../../processors/simulator/definition.ts'

/** The simulator itself declines live payments. */
const inTest = <Op extends { readonly account: { readonly mode: 'test' | 'live' } }>(op: Op): Op => ({
  ...op,
  account: { ...op.account, mode: 'test' },
})

/** The simulator for connections in live mode. Its outcomes have a reference, as those of a real processor, which the database indexes. */
export const liveSimulator: ProcessorDefinition = {
  ...simulatorDefinition,
  name: 'bench',
  modes: ['test', 'live'],
  create: (settings, ports) => {
    const simulated = simulatorDefinition.create(settings, ports)
    let references = 0
    const withReference = async (outcome: Promise<Outcome>): Promise<Outcome> => {
      const known = await outcome
      return 'ref' in known ? { ...known, ref: { ...known.ref, raw: `sim_${++references}` } } : known
    }
    return {
      ...simulated,
      authorize: (op, ref) => withReference(simulated.authorize(inTest(op), ref)),
      capture: (op, ref) => withReference(simulated.capture(inTest(op), ref)),
      void: (op, ref) => withReference(simulated.void(inTest(op), ref)),
      credit: (op, ref) => withReference(simulated.credit(inTest(op), ref)),
    }
  },
}
