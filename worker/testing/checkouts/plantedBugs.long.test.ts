import { describeCaught } from '../planting/expectPlanted.ts'
import { plantedBugs } from './plantedBugs.ts'

describeCaught(plantedBugs, new URL('tryBug.ts', import.meta.url))
