import { describeCaught } from '../../mutants/expectPlanted.ts'
import { plantedBugs } from '../plantedBugs.ts'

// Those of payments, subscriptions and checkouts are caught by models of their own, in worker/testing.
describeCaught(plantedBugs, new URL('tryBug.ts', import.meta.url))
