import * as fc from 'fast-check'
import type { Deed, History, Loss } from './rehearsal.ts'

const loss = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Loss>(null) },
  { weight: 1, arbitrary: fc.constant<Loss>('dropBefore') },
  { weight: 1, arbitrary: fc.constant<Loss>('dropAfter') },
)
const order = fc.nat({ max: 7 })

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('authorize' as const), loss }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('sale' as const), loss }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('capture' as const), order, part: fc.boolean(), loss }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refund' as const), order, part: fc.boolean(), loss }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('void' as const), order, loss }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 3 }) }) },
)

const deeds = (maxLength: number) => fc.array(deed, { minLength: 1, maxLength })

/** Random histories of shops around a restore. */
export const histories: fc.Arbitrary<History> = fc.record({
  before: deeds(8),
  lost: deeds(10),
  repeated: fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
  after: deeds(3),
})
