import { inNode } from '../kernel/inNode.ts'
import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { capabilitySetNames, paymentsWith } from './payments.ts'

for (const name of capabilitySetNames) testModel(paymentsWith([name]), { count: 70, seed: fixedSeed, start: inNode })
