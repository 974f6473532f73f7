import { describeFaultCases } from './describeFaultCases.ts'

/** Fails each call of each flow, before and after its effect. */
await describeFaultCases('long')
