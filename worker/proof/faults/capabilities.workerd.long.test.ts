import { describeCapabilityCases } from './describeCapabilityCases.ts'

/** Plays each set of capabilities, with each fault of each call and of the wire. */
await describeCapabilityCases('long')
