import { describeCaught } from '../../mutants/expectPlanted.ts'
import { plantedBugs } from './plantedBugs.ts'

describeCaught(plantedBugs, new URL('tryBug.ts', import.meta.url))
