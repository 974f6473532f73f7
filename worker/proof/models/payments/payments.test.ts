import { inNode } from '../kernel/inNode.ts'
import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { payments } from './payments.ts'

testModel(payments, { count: 300, seed: fixedSeed, start: inNode })
