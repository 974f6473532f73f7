import { testProcessorConformance } from '../conformance/conformance.ts'
import { defaultCapabilities } from './capabilities.ts'
import { simulator } from './simulator.ts'

const pans = {
  approve: '4242424242424242',
  decline: '4000000000009995',
  partial: '4000003900000106',
  silent: '4000003900000684',
  drop: '4000003900000973',
  late: '4000003900000981',
} as const

testProcessorConformance('simulator', defaultCapabilities, () => ({
  processor: simulator({ lateMs: 20 }),
  cardFor: (behavior) => pans[behavior],
}))
