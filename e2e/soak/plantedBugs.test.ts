import { expect, test } from 'vitest'
import { plantedBugs as ofBilling } from '../../worker/testing/billing/plantedBugs.ts'
import { plantedBugs as ofCheckouts } from '../../worker/testing/checkouts/plantedBugs.ts'
import { plantedBugs as ofPayments } from '../../worker/testing/histories/plantedBugs.ts'
import { describePlantable } from '../../worker/testing/planting/expectPlanted.ts'
import { plantedBugs } from '../../worker/testing/soak/plantedBugs.ts'

describePlantable(plantedBugs)

test('over the whole system a hundred bugs are planted, each in another way', () => {
  const all = [...ofPayments, ...ofBilling, ...ofCheckouts, ...plantedBugs]
  const ways = new Set(all.map(({ patches }) => JSON.stringify(patches)))
  expect(ways.size).toBeGreaterThanOrEqual(100)
})
