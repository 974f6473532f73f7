import { capabilitySets, type CapabilitySetName } from '../conformance/capabilitySets.ts'
import { testProcessorConformance } from '../conformance/conformance.ts'
import { bookSubject } from './bookSubject.fixture.ts'
import { defaultCapabilities } from './capabilities.ts'
import { simulator } from './simulator.ts'
import { pans } from './pans.fixture.ts'

testProcessorConformance('simulator', defaultCapabilities, () => ({
  processor: simulator({ lateMs: 20 }),
  cardFor: (behavior) => pans[behavior],
}))

for (const name of Object.keys(capabilitySets) as CapabilitySetName[])
  testProcessorConformance(`simulator with a book, ${name}`, capabilitySets[name], () => bookSubject(name))
