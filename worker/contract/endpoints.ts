import { accountEndpoints } from './accounts.ts'
import { apiKeyEndpoints } from './apiKeys.ts'
import { batchEndpoints } from './batches.ts'
import { checkoutEndpoints } from './checkouts.ts'
import { customerDataEndpoints } from './customerData.ts'
import { customerEndpoints } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './eventEndpoints.ts'
import { planEndpoints } from './plans.ts'
import { getSignature } from './signatures.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { terminalEndpoints } from './terminals.ts'
import { testClockEndpoints } from './testClock.ts'
import { tokenEndpoints } from './tokens.ts'
import { listTransactions } from './transactionList.ts'
import { transactionEndpoints } from './transactions.ts'
import { webhookEndpoints } from './webhooks.ts'

/** Every endpoint of the gateway, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  ...transactionEndpoints,
  getSignature,
  listTransactions,
  ...batchEndpoints,
  ...tokenEndpoints,
  ...customerEndpoints,
  ...customerDataEndpoints,
  ...subscriptionEndpoints,
  ...planEndpoints,
  ...terminalEndpoints,
  ...checkoutEndpoints,
  ...webhookEndpoints,
  ...eventEndpoints,
  ...accountEndpoints,
  ...apiKeyEndpoints,
  ...testClockEndpoints,
]
