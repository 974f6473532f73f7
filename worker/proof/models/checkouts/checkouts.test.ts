import { inNode } from '../kernel/inNode.ts'
import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { checkouts } from './checkouts.ts'

testModel(checkouts, { count: 200, seed: fixedSeed, start: inNode })
