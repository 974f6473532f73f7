import { describeFaultSweep } from './describeFaultCases.ts'

/** Every call of an authorize fails, before its effect and after it, and some calls of some other flows: the seed says which. */
await describeFaultSweep('short')
