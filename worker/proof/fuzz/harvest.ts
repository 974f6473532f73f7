import { places } from './known.ts'
import type { Kind, Known } from './known.ts'

/** Where the answer of an endpoint names what it has made or listed, with the address of its collection; null for that of the request. */
type Finding = readonly [kind: Kind, ids: (json: any) => readonly unknown[], collection: string | null]

const list = (members: any, name: string): readonly unknown[] => (members ?? []).map((one: any) => one[name])

const payment: Finding = ['transaction', (json) => [json.transactionId], '/v1/transactions']

const findings: Readonly<Record<string, readonly Finding[]>> = {
  authorizeTransaction: [payment],
  creditTransaction: [payment],
  captureTransaction: [payment],
  createToken: [['token', (json) => [json.token], '/v1/tokens']],
  createCustomer: [['customer', (json) => list(json.customers, 'id'), '/v1/customers']],
  addWalletEntry: [['wallet', (json) => list(json.wallet, 'id'), null]],
  createSubscription: [['plan', (json) => list(json.subscriptions, 'id'), '/v1/subscriptions']],
  createCustomerSubscription: [
    ['subscription', (json) => list(json.customerSubscriptions, 'customerSubscriptionId'), null],
  ],
  createTerminal: [['terminal', (json) => list(json.terminals, 'id'), '/v1/terminals']],
  createCheckout: [['checkout', (json) => [json.id], '/v1/dynamiccheckout']],
  createWebhook: [['webhook', (json) => [json.webhook?.id], '/v1/webhook']],
  issueApiKey: [['apiKey', (json) => [json.apiKey?.id], '/v1/apikeys']],
  closeBatch: [['batch', (json) => [json.batch?.id], '/v1/batches']],
  listEvents: [['event', (json) => list(json.events, 'id').slice(0, 3), '/v1/events']],
  listTransactions: [['cursor', (json) => [json.nextCursor], '/cursor']],
}

const removals: ReadonlySet<string> = new Set([
  'deleteCustomer',
  'eraseCustomer',
  'deleteWalletEntry',
  'cancelCustomerSubscription',
  'deleteSubscription',
  'deleteTerminal',
  'deleteWebhook',
  'revokeApiKey',
  'rotateApiKey',
])

/**
 * How often an endpoint is asked: what makes things more often than what takes them away. What moves the clock does all that is due by then,
 * and takes many times as long as all others.
 */
export const weightOf = (name: string): number => {
  if (name.endsWith('TestClock')) return 1
  if (removals.has(name)) return 4
  return Object.hasOwn(findings, name) ? 16 : 10
}

const nonceOf = (html: string): string | undefined => /"nonce":"([0-9A-Za-z_-]+)"/.exec(html)?.[1]

/** Remembers what an answer names, so that later requests may name it, too. */
export const harvest = (
  known: Known,
  route: string | null,
  path: string,
  answer: { text: string; headers: Headers },
): void => {
  const [plain = ''] = path.split('?')
  if (removals.has(route ?? '')) known.forgetPath(plain.replace(/\/(erase|rotate)$/, ''))
  if (route === 'checkoutPage') {
    const nonce = nonceOf(answer.text)
    if (nonce !== undefined) known.remember('nonce', `${plain}/${nonce}`)
    return
  }
  const cursor = /[?&]cursor=([0-9A-Za-z_-]+)/.exec(answer.headers.get('link') ?? '')?.[1]
  if (cursor !== undefined) known.remember('cursor', `/cursor/${cursor}`)
  const found = Object.hasOwn(findings, route ?? '') ? findings[route!]! : []
  if (found.length === 0 || !answer.text.startsWith('{')) return
  const json: unknown = JSON.parse(answer.text)
  for (const [kind, idsOf, collection] of found)
    for (const id of idsOf(json)) if (typeof id === 'string') known.remember(kind, `${collection ?? plain}/${id}`)
}

/** An address with what is known in the place of each kind in braces. */
export const filled = (template: string, known: Known): string =>
  template.replace(/^\{(\w+)\}|\{(\w+)\}/g, (_match, first: Kind | undefined, other: Kind | undefined) =>
    first === undefined ? known.newest(other!).split('/').at(-1)! : known.newest(first),
  )

/** A body likewise: there it is ids that are named. */
export const filledBody = (body: object, known: Known): string =>
  JSON.stringify(body).replace(/\{(\w+)\}/g, (match, kind: string) =>
    Object.hasOwn(places, kind)
      ? known
          .newest(kind as Kind)
          .split('/')
          .at(-1)!
      : match,
  )
