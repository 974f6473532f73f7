import { accountDocumentation } from './accounts/accounts.ts'
import { apiKeyDocumentation } from './apiKeys/apiKeys.ts'
import { auditDocumentation } from './audit/audit.ts'
import { batchDocumentation } from './batches/batches.ts'
import { checkoutDocumentation } from './checkouts/checkouts.ts'
import { connectionDocumentation } from './connections/connections.ts'
import { customerDataDocumentation } from './customers/customerData.ts'
import { customerDocumentation } from './customers/customers.ts'
import { disputeDocumentation } from './disputes/disputes.ts'
import type { Documentation, Endpoint } from './endpoint.ts'
import { eventDocumentation } from './events/eventEndpoints.ts'
import { figureDocumentation } from './figures/figures.ts'
import { planDocumentation } from './plans/plans.ts'
import { signatureDocumentation } from './transactions/signatures.ts'
import { subscriptionListDocumentation } from './subscriptions/subscriptionList.ts'
import { subscriptionDocumentation } from './subscriptions/subscriptions.ts'
import { teamDocumentation } from './team/team.ts'
import { terminalDocumentation } from './terminals/terminals.ts'
import { testClockDocumentation } from './testClock/testClock.ts'
import { tokenDocumentation } from './tokens/tokens.ts'
import { listTransactionsDocumentation } from './transactions/transactionList.ts'
import { transactionDocumentation } from './transactions/transactions.ts'
import { deliveryDocumentation } from './webhooks/deliveries.ts'
import { viewDocumentation } from './views/views.ts'
import { webhookDocumentation } from './webhooks/webhooks.ts'

/** Documentation of every endpoint by name, for the OpenAPI description, the client and the pages. */
export const documentation: Documentation = {
  ...transactionDocumentation(),
  ...signatureDocumentation(),
  ...listTransactionsDocumentation(),
  ...batchDocumentation(),
  ...figureDocumentation(),
  ...disputeDocumentation(),
  ...tokenDocumentation(),
  ...customerDocumentation(),
  ...customerDataDocumentation(),
  ...subscriptionDocumentation(),
  ...subscriptionListDocumentation(),
  ...planDocumentation(),
  ...terminalDocumentation(),
  ...checkoutDocumentation(),
  ...webhookDocumentation(),
  ...deliveryDocumentation(),
  ...eventDocumentation(),
  ...accountDocumentation(),
  ...connectionDocumentation(),
  ...apiKeyDocumentation(),
  ...auditDocumentation(),
  ...teamDocumentation(),
  ...viewDocumentation(),
  ...testClockDocumentation(),
}

/** @throws Error if the endpoint has no documentation */
export const documentationOf = ({ name }: Endpoint): Documentation[string] => {
  const found = documentation[name]
  if (found === undefined) throw new Error(`${name} has no documentation. Add it at the end of the endpoint's file.`)
  return found
}
