import { inNode } from '../kernel/inNode.ts'
import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { capabilitySetNames, paymentsAtNmi, paymentsWith } from './payments.ts'

for (const name of capabilitySetNames) testModel(paymentsWith([name]), { count: 70, seed: fixedSeed, start: inNode })

testModel(paymentsAtNmi, { count: 70, seed: fixedSeed, start: inNode })
