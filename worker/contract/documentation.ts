import { accountDocumentation } from './accounts.ts'
import { apiKeyDocumentation } from './apiKeys.ts'
import { batchDocumentation } from './batches.ts'
import { checkoutDocumentation } from './checkouts.ts'
import { customerDataDocumentation } from './customerData.ts'
import { customerDocumentation } from './customers.ts'
import type { Documentation, Endpoint } from './endpoint.ts'
import { eventDocumentation } from './eventEndpoints.ts'
import { planDocumentation } from './plans.ts'
import { signatureDocumentation } from './signatures.ts'
import { subscriptionDocumentation } from './subscriptions.ts'
import { terminalDocumentation } from './terminals.ts'
import { testClockDocumentation } from './testClock.ts'
import { tokenDocumentation } from './tokens.ts'
import { listTransactionsDocumentation } from './transactionList.ts'
import { transactionDocumentation } from './transactions.ts'
import { webhookDocumentation } from './webhooks.ts'

/** What people read about every endpoint, by name. For what is printed: the OpenAPI description, the client, the pages. */
export const documentation: Documentation = {
  ...transactionDocumentation(),
  ...signatureDocumentation(),
  ...listTransactionsDocumentation(),
  ...batchDocumentation(),
  ...tokenDocumentation(),
  ...customerDocumentation(),
  ...customerDataDocumentation(),
  ...subscriptionDocumentation(),
  ...planDocumentation(),
  ...terminalDocumentation(),
  ...checkoutDocumentation(),
  ...webhookDocumentation(),
  ...eventDocumentation(),
  ...accountDocumentation(),
  ...apiKeyDocumentation(),
  ...testClockDocumentation(),
}

/** What people read about an endpoint. */
export const documentationOf = ({ name }: Endpoint): Documentation[string] => {
  const found = documentation[name]
  if (found === undefined) throw new Error(`${name} has no documentation: it belongs to the end of the endpoint's file`)
  return found
}
