import { fixedSeed } from '../kernel/seed.ts'
import { testModel } from '../kernel/suite.ts'
import { account } from './account.ts'
import { accountInNode } from './system.ts'

testModel(account, { count: 25, seed: fixedSeed, start: accountInNode })
