import { describeFaultCases } from './describeFaultCases.ts'

/** Fails each call of an authorize by card, before and after its effect, and some calls of flows drawn by the seed. */
await describeFaultCases('short')
