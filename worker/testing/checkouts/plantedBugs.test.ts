import { describePlantable } from '../planting/expectPlanted.ts'
import { plantedBugs } from './plantedBugs.ts'

describePlantable(plantedBugs)
