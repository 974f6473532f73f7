import { expect, test } from 'vitest'
import { plantedBugs as ofBilling } from '../../models/billing/plantedBugs.ts'
import { plantedBugs as ofCheckouts } from '../../models/checkouts/plantedBugs.ts'
import { plantedBugs as ofPayments } from '../../models/payments/plantedBugs.ts'
import { describePlantable } from '../../mutants/expectPlanted.ts'
import { plantedBugs } from '../plantedBugs.ts'

describePlantable(plantedBugs)

test('over the whole system a hundred bugs are planted, each in another way', () => {
  const all = [...ofPayments, ...ofBilling, ...ofCheckouts, ...plantedBugs]
  const ways = new Set(all.map(({ patches }) => JSON.stringify(patches)))
  expect(ways.size).toBeGreaterThanOrEqual(100)
})
