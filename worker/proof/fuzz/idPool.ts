import * as fc from 'fast-check'

/** The resources of a merchant, each by the address that it is read at. */
export const places = {
  customer: '/v1/customers/{Customer}',
  wallet: '/v1/customers/{Customer}/wallet/{Wallet}',
  subscription: '/v1/customers/{Customer}/subscriptions/{Subscription}',
  plan: '/v1/subscriptions/{Subscription}',
  transaction: '/v1/transactions/{id}',
  batch: '/v1/batches/{id}',
  apiKey: '/v1/apikeys/{id}',
  terminal: '/v1/terminals/{Terminal}',
  checkout: '/v1/dynamiccheckout/{Checkout}',
  webhook: '/v1/webhook/{Webhook}',
  event: '/v1/events/{Event}',
  token: '/v1/tokens/{token}',
  cursor: '/cursor/{cursor}',
  nonce: '/checkout/{Checkout}/{nonce}',
} as const
export type Kind = keyof typeof places
export const kinds = Object.keys(places) as readonly Kind[]

/** Members of bodies and queries whose value is an id. Every other kind is named as the member is. */
const memberKinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(
    (['customer', 'wallet', 'plan', 'token', 'webhook', 'cursor', 'nonce'] as const).map((kind) => [kind, kind]),
  ),
  transactionId: 'transaction',
  referenceTransactionId: 'transaction',
  id: 'terminal',
  batchId: 'batch',
}

export const kindOfMember = (name: string): Kind | null =>
  Object.hasOwn(memberKinds, name) ? memberKinds[name]! : null

/** Which ids the answer of an endpoint has: `list.id` is the id of each item of a list. An id in a path that ends in /… hangs on the address of the request. */
const findings: Readonly<Record<string, readonly [kind: Kind, members: string]>> = {
  authorizeTransaction: ['transaction', 'transactionId'],
  creditTransaction: ['transaction', 'transactionId'],
  captureTransaction: ['transaction', 'transactionId'],
  createToken: ['token', 'token'],
  createCustomer: ['customer', 'customers.id'],
  addWalletEntry: ['wallet', 'wallet.id'],
  createSubscription: ['plan', 'subscriptions.id'],
  createCustomerSubscription: ['subscription', 'customerSubscriptions.customerSubscriptionId'],
  createTerminal: ['terminal', 'terminals.id'],
  createCheckout: ['checkout', 'id'],
  createWebhook: ['webhook', 'webhook.id'],
  issueApiKey: ['apiKey', 'apiKey.id'],
  closeBatch: ['batch', 'batch.id'],
  listEvents: ['event', 'events.id'],
  listTransactions: ['cursor', 'nextCursor'],
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
 * How often an endpoint is called: what creates more often than what removes. What moves the clock does all that is due by then, and takes
 * many times as long as all others.
 */
export const weightOf = (name: string): number => {
  if (name.endsWith('TestClock')) return 1
  if (removals.has(name)) return 4
  return Object.hasOwn(findings, name) ? 16 : 10
}

/** The values at a dotted path; a list is looked into item by item. */
const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, [name!, ...rest]))
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null ? valuesAt((value as Record<string, unknown>)[name], rest) : []
}

/** So many of each kind are remembered, the newest ones. */
const most = 6

/** The addresses that a run has seen. A request is made when its turn comes, so that it may name what the requests before it have made. */
export const createIdPool = () => {
  const paths = new Map<Kind, string[]>()
  const remember = (kind: Kind, path: string): void => {
    const list = paths.get(kind) ?? []
    if (!list.includes(path)) paths.set(kind, [...list, path].slice(-most))
  }
  /** With everything below it. */
  const forget = (path: string): void => {
    for (const [kind, list] of paths)
      paths.set(
        kind,
        list.filter((one) => one !== path && !one.startsWith(`${path}/`)),
      )
  }
  const pathAt = (kind: Kind, at: number): string => {
    const list = paths.get(kind) ?? []
    return list.at(at % (list.length || 1)) ?? places[kind].replace(/\{\w+\}/g, '019a9f3c-5b7e-7c41')
  }
  const idAt = (kind: Kind, at: number): string => pathAt(kind, at).split('/').at(-1)!
  const index = fc.nat(most)

  /** Remembers the ids in an answer, so that later requests may name them. */
  const learn = (
    route: string | null,
    address: string,
    { text, headers }: { text: string; headers: Headers },
  ): void => {
    const [path = ''] = address.split('?')
    if (removals.has(route ?? '')) forget(path.replace(/\/(erase|rotate)$/, ''))
    if (route === 'checkoutPage') {
      const nonce = /"nonce":"([0-9A-Za-z_-]+)"/.exec(text)?.[1]
      if (nonce !== undefined) remember('nonce', `${path}/${nonce}`)
      return
    }
    const cursor = /[?&]cursor=([0-9A-Za-z_-]+)/.exec(headers.get('link') ?? '')?.[1]
    if (cursor !== undefined) remember('cursor', `/cursor/${cursor}`)
    if (route === null || !Object.hasOwn(findings, route) || !text.startsWith('{')) return
    const [kind, members] = findings[route]!
    const collection = ['wallet', 'subscription'].includes(kind) ? path : places[kind].replace(/\/[^/]*$/, '')
    for (const id of valuesAt(JSON.parse(text), members.split('.')).slice(0, 3))
      if (typeof id === 'string') remember(kind, `${collection}/${id}`)
  }

  return {
    learn,
    /** Starts again, for another merchant. */
    clear: () => paths.clear(),
    path: (kind: Kind): fc.Arbitrary<string> => index.map((at) => pathAt(kind, at)),
    id: (kind: Kind): fc.Arbitrary<string> => index.map((at) => idAt(kind, at)),
    anyId: (): fc.Arbitrary<string> => fc.tuple(fc.constantFrom(...kinds), index).map(([kind, at]) => idAt(kind, at)),
    /** A text with the newest resource of each kind in braces: its address at the beginning, else its id. */
    filled: (template: string): string =>
      template.replace(/\{(\w+)\}/g, (match, name: string, at: number) => {
        if (!Object.hasOwn(places, name)) return match
        return at === 0 ? pathAt(name as Kind, -1) : idAt(name as Kind, -1)
      }),
  }
}
export type IdPool = ReturnType<typeof createIdPool>
