import { inNode } from '../kernel/inNode.ts'
import { shortSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { payments } from './payments.ts'

testModel(payments, { count: 300, seed: shortSeed, start: inNode })
