import { accountEndpoints } from './accounts/accounts.ts'
import { apiKeyEndpoints } from './apiKeys/apiKeys.ts'
import { auditEndpoints } from './audit/audit.ts'
import { batchEndpoints } from './batches/batches.ts'
import { checkoutEndpoints } from './checkouts/checkouts.ts'
import { connectionEndpoints } from './connections/connections.ts'
import { customerDataEndpoints } from './customers/customerData.ts'
import { customerEndpoints } from './customers/customers.ts'
import { disputeEndpoints } from './disputes/disputes.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './events/eventEndpoints.ts'
import { figureEndpoints } from './figures/figures.ts'
import { planEndpoints } from './plans/plans.ts'
import { getSignature } from './transactions/signatures.ts'
import { listAllCustomerSubscriptions } from './subscriptions/subscriptionList.ts'
import { subscriptionEndpoints } from './subscriptions/subscriptions.ts'
import { teamEndpoints } from './team/team.ts'
import { terminalEndpoints } from './terminals/terminals.ts'
import { testClockEndpoints } from './testClock/testClock.ts'
import { tokenEndpoints } from './tokens/tokens.ts'
import { listTransactions } from './transactions/transactionList.ts'
import { transactionEndpoints } from './transactions/transactions.ts'
import { deliveryEndpoints } from './webhooks/deliveries.ts'
import { viewEndpoints } from './views/views.ts'
import { webhookEndpoints } from './webhooks/webhooks.ts'

/** Every endpoint of the gateway, in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  ...transactionEndpoints,
  getSignature,
  listTransactions,
  ...batchEndpoints,
  ...figureEndpoints,
  ...disputeEndpoints,
  ...tokenEndpoints,
  ...customerEndpoints,
  ...customerDataEndpoints,
  ...subscriptionEndpoints,
  listAllCustomerSubscriptions,
  ...planEndpoints,
  ...terminalEndpoints,
  ...checkoutEndpoints,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  ...eventEndpoints,
  ...accountEndpoints,
  ...connectionEndpoints,
  ...apiKeyEndpoints,
  ...auditEndpoints,
  ...teamEndpoints,
  ...viewEndpoints,
  ...testClockEndpoints,
]
