import { beforeEach } from 'vitest'
import { account } from './account/account.ts'
import { accountInWorkerd } from './account/inWorkerd.ts'
import { billing } from './billing/billing.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { clearShard, inWorkerd } from './kernel/inWorkerd.ts'
import { testModel } from './kernel/suite.ts'
import { payments } from './payments/payments.ts'

/** Only a few histories: workerd is much slower than Node, which runs hundreds. */
const runs = { seed: 1, shrink: false, start: async () => inWorkerd }

beforeEach(clearShard)

testModel(payments, { ...runs, count: 18 })
testModel(billing, { ...runs, count: 3 })
testModel(checkouts, { ...runs, count: 6 })
testModel(account, { ...runs, count: 2, maxCommands: 10, start: async () => accountInWorkerd })
