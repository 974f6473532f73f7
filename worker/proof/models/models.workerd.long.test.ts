import { beforeEach } from 'vitest'
import { account } from './account/account.ts'
import { accountInWorkerd } from './account/inWorkerd.ts'
import { billing } from './billing/billing.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { clearShard, inWorkerd } from './kernel/inWorkerd.ts'
import { testModel } from './kernel/suite.ts'
import { capabilitySetNames, paymentsWith } from './payments/payments.ts'

const runs = { shrink: false, start: async () => inWorkerd }
const minutes = 60_000

beforeEach(clearShard)

for (const name of capabilitySetNames) testModel(paymentsWith([name]), { ...runs, count: 40 })
testModel(billing, { ...runs, count: 100 })
testModel(checkouts, { ...runs, count: 1000 })
testModel(account, { ...runs, count: 10_000, forMs: 5 * minutes, maxCommands: 15, start: async () => accountInWorkerd })
