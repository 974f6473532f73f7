import { describeCapabilityCases } from './describeCapabilityCases.ts'

/** Plays each set of capabilities: all faults of the wire in the main flows, and cases of the others drawn by the seed. */
await describeCapabilityCases('short')
