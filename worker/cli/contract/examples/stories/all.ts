import type { Story } from '../step.ts'
import { account } from './account.ts'
import { checkouts } from './checkouts.ts'
import { connections } from './connections.ts'
import { customers } from './customers.ts'
import { errors } from './errors.ts'
import { outcomes } from './outcomes.ts'
import { subscriptions } from './subscriptions.ts'
import { team } from './team.ts'
import { terminals } from './terminals.ts'
import { transactions } from './transactions.ts'
import { webhooks } from './webhooks.ts'

/** All stories. The first is the shop alone, with which each of them begins. */
export const stories: readonly Story[] = [
  { name: 'shop', begin: '2026-11-20T10:45:00.000Z', steps: [] },
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
]
