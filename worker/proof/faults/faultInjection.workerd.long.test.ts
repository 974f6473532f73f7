import { describeFaultSweep } from './describeFaultCases.ts'

/** Every call of every flow fails, before its effect and after it. */
await describeFaultSweep('long')
