import type { RouteName } from './routes.ts'

/**
 * What each screen reads of the API first, at an address without a query. `{id}` is the id of the address, `{firstDay}` the first day of Today.
 * The page asks for it while its scripts are loaded.
 */
export const firstReads: Readonly<Record<RouteName, readonly string[]>> = {
  today: ['/v1/figures?from={firstDay}'],
  payments: ['/v1/transactions?pageSize=50'],
  payment: ['/v1/transactions/{id}'],
  checkouts: ['/v1/dynamiccheckout?limit=50'],
  checkout: ['/v1/dynamiccheckout/{id}', '/v1/transactions?reference={id}&limit=20'],
  'new-link': ['/v1/account'],
  subscriptions: ['/v1/customersubscriptions?limit=50'],
  disputes: ['/v1/disputes?stage=warning%2Copen&limit=50'],
  settlements: ['/v1/batches?limit=50'],
  keys: ['/v1/apikeys?limit=50'],
  webhooks: ['/v1/webhook'],
  webhook: ['/v1/webhook', '/v1/webhook/{id}/deliveries?limit=50'],
  connections: ['/v1/connections', '/v1/processors'],
  audit: ['/v1/audit?limit=50'],
  team: ['/v1/team/members?limit=50'],
  settings: ['/v1/account', '/v1/account/quotas'],
  you: ['/session/passkeys'],
}
