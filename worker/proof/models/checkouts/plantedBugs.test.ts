import { describePlantable } from '../../mutants/expectPlanted.ts'
import { plantedBugs } from './plantedBugs.ts'

describePlantable(plantedBugs)
