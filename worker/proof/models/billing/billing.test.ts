import { inNode } from '../kernel/inNode.ts'
import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { billing } from './billing.ts'

testModel(billing, { count: 150, seed: fixedSeed, start: inNode })
