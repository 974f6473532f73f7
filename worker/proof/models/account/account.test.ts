import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { capabilitySetNames } from '../payments/payments.ts'
import { account, accountWith } from './account.ts'
import { accountInNode } from './system.ts'

testModel(account, { count: 25, seed: fixedSeed, start: accountInNode })
for (const name of capabilitySetNames.filter((one) => one !== 'isoLike'))
  testModel(accountWith(name), { count: 12, seed: fixedSeed, start: accountInNode })
