import type { ProcessorDefinition } from '../definition.ts'
import { nmiCapabilities } from './capabilities.ts'
import { checkNmi } from './check.ts'
import { nmi } from './nmi.ts'
import { nmiSettings, toNmiAbilities } from './settings.ts'
import { testCards } from './testCards.ts'

export const nmiDefinition: ProcessorDefinition = {
  name: 'nmi',
  title: 'NMI',
  modes: ['test', 'live'],
  settings: nmiSettings,
  testCards,
  capabilities: (settings) => nmiCapabilities(toNmiAbilities(settings)),
  create: nmi,
  check: checkNmi,
}
