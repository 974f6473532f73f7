import { beforeEach } from 'vitest'
import { account } from './account/account.ts'
import { accountInWorkerd } from './account/inWorkerd.ts'
import { billing } from './billing/billing.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { clearShard, inWorkerd } from './kernel/inWorkerd.ts'
import { testModel } from './kernel/suite.ts'
import { payments } from './payments/payments.ts'

const runs = { shrink: false, start: async () => inWorkerd }
const minutes = 60_000

beforeEach(clearShard)

testModel(payments, { ...runs, count: 300 })
testModel(billing, { ...runs, count: 100 })
testModel(checkouts, { ...runs, count: 1000 })
testModel(account, { ...runs, count: 10_000, forMs: 5 * minutes, maxCommands: 15, start: async () => accountInWorkerd })
