import { inNode } from '../kernel/inNode.ts'
import { shortSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { billing } from './billing.ts'

testModel(billing, { count: 150, seed: shortSeed, start: inNode })
