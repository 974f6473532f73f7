import { describeCaught } from '../../worker/testing/planting/expectPlanted.ts'
import { plantedBugs } from '../../worker/testing/soak/plantedBugs.ts'

// Those of payments, subscriptions and checkouts are caught by models of their own, in worker/testing.
describeCaught(plantedBugs, new URL('tryBug.ts', import.meta.url))
