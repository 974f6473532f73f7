import { checkoutFlows } from './checkouts.ts'
import type { Flow } from './flow.ts'
import { jobFlows } from './jobs.ts'
import { paymentFlows } from './payments.ts'
import { resourceFlows } from './resources.ts'
import { subscriptionFlows } from './subscriptions.ts'
import { terminalFlows } from './terminals.ts'

/** Flows in which Durable Objects write more than a notification. */
export const flowsWithStorage: ReadonlySet<string> = new Set([
  'create a customer',
  'delete a webhook',
  'replay the events of an hour',
  'replay an event',
  'pair a terminal',
  'delete a terminal',
  'pay at a simulated terminal',
  'pay at a connected terminal',
  'void a waiting payment at a connected terminal',
])

const withStorage = (one: Flow): Flow => (flowsWithStorage.has(one.name) ? { ...one, hasStorage: true } : one)

export const flows: readonly Flow[] = [
  ...paymentFlows,
  ...subscriptionFlows,
  ...checkoutFlows,
  ...terminalFlows,
  ...resourceFlows,
  ...jobFlows,
].map(withStorage)
