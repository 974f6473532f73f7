import type { RecordedExample } from './recordedExample.ts'
import account from './recorded/account.json' with { type: 'json' }
import checkouts from './recorded/checkouts.json' with { type: 'json' }
import connections from './recorded/connections.json' with { type: 'json' }
import customers from './recorded/customers.json' with { type: 'json' }
import errors from './recorded/errors.json' with { type: 'json' }
import outcomes from './recorded/outcomes.json' with { type: 'json' }
import shop from './recorded/shop.json' with { type: 'json' }
import subscriptions from './recorded/subscriptions.json' with { type: 'json' }
import team from './recorded/team.json' with { type: 'json' }
import terminals from './recorded/terminals.json' with { type: 'json' }
import transactions from './recorded/transactions.json' with { type: 'json' }
import webhooks from './recorded/webhooks.json' with { type: 'json' }

/** The recorded files in the order of the stories. Their inferred types are too narrow to be compared. */
export const recordedFiles = [
  shop,
  transactions,
  outcomes,
  customers,
  subscriptions,
  terminals,
  checkouts,
  webhooks,
  account,
  team,
  connections,
  errors,
].flat() as readonly unknown[] as readonly RecordedExample[]
