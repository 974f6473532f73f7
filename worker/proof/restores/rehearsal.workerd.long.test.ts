import * as fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { clearDueWorkOfShard } from '../../testing/database/clearDueWork.ts'
import { moments, startRehearsals } from './rehearsal.ts'

beforeAll(() => clearDueWorkOfShard(bindings.DB_00))
const seed = Number(process.env['SLUICE_SEED'] || Math.floor(Date.now() / 86_400_000))
const rehearse = startRehearsals()
const payments = fc.integer({ min: 1, max: 12 })

test(
  `40 restores at random moments and sizes lose no event and leave both books in agreement (seed ${seed})`,
  { timeout: 3_600_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...moments),
        fc.record({ before: payments, lost: payments, after: payments }),
        async (moment, size) => {
          const ending = await rehearse(moment, size)
          vi.restoreAllMocks()
          expect(ending).toMatchObject({ atTerminal: '00', left: [], repairsAgain: [], undelivered: [] })
          expect(ending.ours).toEqual(ending.theirs)
          expect(ending.removed).toBeGreaterThan(0)
        },
      ),
      { seed, numRuns: 40, endOnFailure: true },
    ),
)
