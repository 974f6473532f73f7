import type { ProcessorDefinition } from '../definition.ts'
import { defaultCapabilities } from './capabilities.ts'
import { simulator } from './simulator.ts'

export const simulatorDefinition: ProcessorDefinition = {
  name: 'simulator',
  title: 'Simulator',
  modes: ['test'],
  settings: [],
  testCards: null,
  capabilities: () => defaultCapabilities,
  create: (_settings, { now }) => simulator({ now }),
  check: async () => ({ result: 'ok', capabilities: defaultCapabilities }),
}
