import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { capabilitySets, keepsReferenceOf } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { histories } from './histories.ts'
import { rehearse } from './rehearsal.ts'

/** Replay one history, or run more or other histories. */
const { SLUICE_SEED: seedVariable, SLUICE_PATH: path, SLUICE_HISTORIES: countVariable } = process.env

/** Otherwise a person decides what became of an operation without a response. */
const knowsOutcomes = ({ repeats, finds, reverses }: Capabilities): boolean =>
  finds === 'byOurReference' || (repeats === 'byKey' && reverses === 'byOurReference')

/**
 * A shop that goes on with a payment before the reconciliation may refund or void it, which ends its hold. A lost capture or credit no longer
 * fits then, and is named for a person.
 */
const leftToPerson = { kind: 'missing_here', type: expect.stringMatching(/^(capture|credit)$/), repair: 'none' }

/** Declares the rehearsal for each set of capabilities. */
export const testRehearsals = ({ count, seed }: { readonly count: number; readonly seed: number }): void => {
  const runs = { numRuns: Number(countVariable ?? count), seed: Number(seedVariable || seed), ...(path && { path }) }
  test.each(Object.keys(capabilitySets) as CapabilitySetName[])(
    `a restored gateway with the capabilities %s agrees with its processor, which charged each order at most once (${runs.numRuns} histories, seed ${runs.seed})`,
    { timeout: 7_200_000 },
    async (set) => {
      const can: Capabilities = capabilitySets[set]
      let repaired = 0
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const ending = await rehearse(history, { can, keepsReferenceOf: keepsReferenceOf(set) })
          repaired += ending.repaired
          expect(ending).toMatchObject({ leftOfOthers: [], repairs: [], unfinished: 0 })
          for (const difference of ending.left) expect(difference).toMatchObject(leftToPerson)
          if (ending.left.length === 0) expect(ending.ours).toEqual(ending.theirs)
          if (knowsOutcomes(can)) expect(ending.verdicts).toBe(0)
          expect(ending.chargesOfAnOrder).toBeLessThanOrEqual(1)
        }),
        runs,
      )
      // Otherwise the histories have lost nothing.
      expect(repaired).toBeGreaterThan(0)
    },
  )
}
