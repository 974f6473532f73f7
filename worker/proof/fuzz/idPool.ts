import * as fc from 'fast-check'

/** Resources of a merchant, with the path of each. */
export const resourcePaths = {
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
  connection: '/v1/connections/{Connection}',
  event: '/v1/events/{Event}',
  member: '/v1/team/members/{Member}',
  invitation: '/v1/team/invitations/{Invitation}',
  session: '/v1/team/sessions/{Session}',
  view: '/v1/views/{View}',
  token: '/v1/tokens/{token}',
  cursor: '/cursor/{cursor}',
  nonce: '/checkout/{Checkout}/{nonce}',
} as const
export type ResourceKind = keyof typeof resourcePaths
export const kinds = Object.keys(resourcePaths) as readonly ResourceKind[]

/** Members of bodies and queries with the id of a resource. Other members have the name of their resource. */
const memberKinds: Readonly<Record<string, ResourceKind>> = {
  ...Object.fromEntries(
    (['customer', 'wallet', 'plan', 'token', 'webhook', 'connection', 'cursor', 'nonce'] as const).map((kind) => [
      kind,
      kind,
    ]),
  ),
  transactionId: 'transaction',
  referenceTransactionId: 'transaction',
  id: 'terminal',
  batchId: 'batch',
}

export const memberKind = (name: string): ResourceKind | null =>
  Object.hasOwn(memberKinds, name) ? memberKinds[name]! : null

/** The id in the response of an endpoint: `list.id` is the id of each item of a list. */
const responseIds: Readonly<Record<string, readonly [kind: ResourceKind, members: string]>> = {
  authorizeTransaction: ['transaction', 'transactionId'],
  saleTransaction: ['transaction', 'transactionId'],
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
  createConnection: ['connection', 'connection.id'],
  issueApiKey: ['apiKey', 'apiKey.id'],
  closeBatch: ['batch', 'batch.id'],
  listMembers: ['member', 'members.id'],
  inviteMember: ['invitation', 'invitation.id'],
  listSessions: ['session', 'sessions.id'],
  createView: ['view', 'view.id'],
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
  'deleteConnection',
  'revokeApiKey',
  'rotateApiKey',
  'removeMember',
  'cancelInvitation',
  'endSession',
  'deleteView',
])

/**
 * The weight of an endpoint. Creating requests are more frequent than removing ones. Changes of the test clock run all due work and are
 * slow.
 */
export const endpointWeight = (name: string): number => {
  if (name.endsWith('TestClock')) return 1
  if (removals.has(name)) return 4
  return Object.hasOwn(responseIds, name) ? 16 : 10
}

/** The values at a dotted path, of each item of a list. */
const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, [name!, ...rest]))
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null ? valuesAt((value as Record<string, unknown>)[name], rest) : []
}

/** The newest ids of each kind are kept. */
const maxPerKind = 6

/**
 * Paths of the resources that responses contained. Ids are drawn when a request is sent, so that it can name resources of earlier
 * responses.
 */
export const createIdPool = () => {
  const paths = new Map<ResourceKind, string[]>()
  const remember = (kind: ResourceKind, path: string): void => {
    const list = paths.get(kind) ?? []
    if (!list.includes(path)) paths.set(kind, [...list, path].slice(-maxPerKind))
  }
  /** Removes a path and all paths below it. */
  const remove = (path: string): void => {
    for (const [kind, list] of paths)
      paths.set(
        kind,
        list.filter((one) => one !== path && !one.startsWith(`${path}/`)),
      )
  }
  const pathAt = (kind: ResourceKind, at: number): string => {
    const list = paths.get(kind) ?? []
    return list.at(at % (list.length || 1)) ?? resourcePaths[kind].replace(/\{\w+\}/g, '019a9f3c-5b7e-7c41')
  }
  const idAt = (kind: ResourceKind, at: number): string => pathAt(kind, at).split('/').at(-1)!
  const index = fc.nat(maxPerKind)

  /** Collects the ids of a response. */
  const collect = (
    route: string | null,
    address: string,
    { text, headers }: { text: string; headers: Headers },
  ): void => {
    const [path = ''] = address.split('?')
    if (removals.has(route ?? '')) remove(path.replace(/\/(erase|rotate)$/, ''))
    if (route === 'checkoutPage') {
      const nonce = /"nonce":"([0-9A-Za-z_-]+)"/.exec(text)?.[1]
      if (nonce !== undefined) remember('nonce', `${path}/${nonce}`)
      return
    }
    const cursor = /[?&]cursor=([0-9A-Za-z_-]+)/.exec(headers.get('link') ?? '')?.[1]
    if (cursor !== undefined) remember('cursor', `/cursor/${cursor}`)
    if (route === null || !Object.hasOwn(responseIds, route) || !text.startsWith('{')) return
    const [kind, members] = responseIds[route]!
    const collection = ['wallet', 'subscription'].includes(kind) ? path : resourcePaths[kind].replace(/\/[^/]*$/, '')
    for (const id of valuesAt(JSON.parse(text), members.split('.')).slice(0, 3))
      if (typeof id === 'string') remember(kind, `${collection}/${id}`)
  }

  return {
    learn: collect,
    /** Removes all ids, for the next merchant. */
    clear: () => paths.clear(),
    path: (kind: ResourceKind): fc.Arbitrary<string> => index.map((at) => pathAt(kind, at)),
    id: (kind: ResourceKind): fc.Arbitrary<string> => index.map((at) => idAt(kind, at)),
    anyId: (): fc.Arbitrary<string> => fc.tuple(fc.constantFrom(...kinds), index).map(([kind, at]) => idAt(kind, at)),
    /** Replaces `{kind}` by the newest resource of that kind: its path at the start of the text, otherwise its id. */
    fillTemplate: (template: string): string =>
      template.replace(/\{(\w+)\}/g, (match, name: string, at: number) => {
        if (!Object.hasOwn(resourcePaths, name)) return match
        return at === 0 ? pathAt(name as ResourceKind, -1) : idAt(name as ResourceKind, -1)
      }),
  }
}
export type IdPool = ReturnType<typeof createIdPool>
