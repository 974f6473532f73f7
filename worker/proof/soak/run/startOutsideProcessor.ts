import type { KillSwitch } from './killSwitch.ts'
import type { OutsideName, OutsideProcessor } from './outsideProcessor.ts'
import { startSoakAcquirer } from './soakAcquirer.ts'
import { startSoakNmi } from './soakNmi.ts'

export const startOutsideProcessor = (name: OutsideName, killSwitch: KillSwitch): Promise<OutsideProcessor> =>
  name === 'nmi' ? startSoakNmi(killSwitch) : startSoakAcquirer(name, killSwitch)
