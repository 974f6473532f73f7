import { account, accountWith } from './account/account.ts'
import { accountInNode } from './account/system.ts'
import { billing } from './billing/billing.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { inNode } from './kernel/inNode.ts'
import { testModel } from './kernel/suite.ts'
import { capabilitySetNames, paymentsAtNmi, paymentsWith } from './payments/payments.ts'

for (const name of capabilitySetNames) testModel(paymentsWith([name]), { count: 1500, start: inNode })
testModel(paymentsAtNmi, { count: 1500, start: inNode })
testModel(billing, { count: 10_000, start: inNode })
testModel(checkouts, { count: 2000, start: inNode })
testModel(account, { count: 500, start: accountInNode })
for (const name of capabilitySetNames) testModel(accountWith(name), { count: 100, start: accountInNode })
