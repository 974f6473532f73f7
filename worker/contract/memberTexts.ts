import { accountTexts } from './accounts/memberTexts.ts'
import { apiKeyTexts } from './apiKeys/memberTexts.ts'
import { auditTexts } from './audit/memberTexts.ts'
import { batchTexts } from './batches/memberTexts.ts'
import { appearanceTexts } from './checkouts/appearanceTexts.ts'
import { checkoutTexts } from './checkouts/memberTexts.ts'
import { connectionTexts } from './connections/memberTexts.ts'
import { customerTexts } from './customers/memberTexts.ts'
import { disputeTexts } from './disputes/memberTexts.ts'
import { errorTexts } from './errors/memberTexts.ts'
import { eventMemberTexts } from './events/memberTexts.ts'
import { figureTexts } from './figures/memberTexts.ts'
import { planTexts } from './plans/memberTexts.ts'
import { subscriptionTexts } from './subscriptions/memberTexts.ts'
import { teamTexts } from './team/memberTexts.ts'
import { terminalTexts } from './terminals/memberTexts.ts'
import { testClockTexts } from './testClock/memberTexts.ts'
import { tokenTexts } from './tokens/memberTexts.ts'
import type { MemberTexts } from './schema/memberTexts.ts'
import { orderTexts } from './transactions/orderTexts.ts'
import { paymentTexts } from './transactions/paymentTexts.ts'
import { transactionTexts } from './transactions/memberTexts.ts'
import { viewTexts } from './views/memberTexts.ts'
import { webhookTexts } from './webhooks/memberTexts.ts'

/** Members with the same meaning in every object. */
const sharedTexts: MemberTexts = {
  '*': {
    requestId:
      'Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem.',
    errors: 'Null on success. Otherwise all problems, ordered by the path of the member.',
  },
}

/** All texts. Only tools import them, so the worker's bundle leaves them out. */
export const memberTexts: MemberTexts = {
  ...sharedTexts,
  ...errorTexts,
  ...transactionTexts,
  ...paymentTexts,
  ...orderTexts,
  ...batchTexts,
  ...figureTexts,
  ...disputeTexts,
  ...tokenTexts,
  ...customerTexts,
  ...planTexts,
  ...subscriptionTexts,
  ...terminalTexts,
  ...checkoutTexts,
  ...appearanceTexts,
  ...webhookTexts,
  ...eventMemberTexts,
  ...accountTexts,
  ...connectionTexts,
  ...apiKeyTexts,
  ...auditTexts,
  ...teamTexts,
  ...viewTexts,
  ...testClockTexts,
}

/** Texts of path parameters, by the word or the two words of the path before them. */
export const pathTexts: Readonly<Record<string, string>> = {
  'transactions/{id}': 'Id of a transaction, or of any operation of a payment: 1 to 19 digits.',
  'batches/{id}': 'Id of a batch.',
  'disputes/{id}': 'Id of a dispute.',
  'apikeys/{id}': 'Id of an API key, as listed. Not the key itself.',
  'customers/{Customer}': 'Id of a customer.',
  'wallet/{Wallet}': 'Id of a stored payment method of this customer.',
  'v1/subscriptions/{Subscription}': 'Id of a plan.',
  'subscriptions/{Subscription}': 'Id of a subscription of this customer: its `customerSubscriptionId`.',
  'terminals/{Terminal}': 'Id of a terminal.',
  'dynamiccheckout/{Checkout}': 'Id of a checkout, as returned by its creation.',
  'webhook/{Webhook}': 'Id of a webhook.',
  'connections/{Connection}': 'Id of a connection, or `simulator`.',
  'members/{Member}': 'Id of a member of the team.',
  'invitations/{Invitation}': 'Id of an invitation.',
  'sessions/{Session}': 'Id of a session of the console.',
  'views/{View}': 'Id of a saved view.',
  'events/{Event}': 'Id of an event, with its prefix `evt-`.',
}
