import * as fc from 'fast-check'

/** The things that a merchant has, each by the address that it is read at. */
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

/** Members of bodies and queries that name one of them. */
const membersByKind: Readonly<Record<string, Kind>> = {
  customer: 'customer',
  wallet: 'wallet',
  plan: 'plan',
  token: 'token',
  transactionId: 'transaction',
  referenceTransactionId: 'transaction',
  id: 'terminal',
  webhook: 'webhook',
  batchId: 'batch',
  cursor: 'cursor',
  nonce: 'nonce',
}

/** The newest are asked for; what is older than so many is forgotten. */
const most = 6

/**
 * The ids that a run has come to know. A request is made when its turn comes, so that it may name what the requests before it have made.
 */
export const createKnown = () => {
  const paths = new Map<Kind, string[]>()
  const remember = (kind: Kind, path: string): void => {
    const list = paths.get(kind) ?? []
    if (list.includes(path)) return
    list.push(path)
    if (list.length > most) list.shift()
    paths.set(kind, list)
  }
  /** What is gone takes along what hung on it. */
  const forgetPath = (path: string): void => {
    for (const [kind, list] of paths)
      paths.set(
        kind,
        list.filter((one) => one !== path && !one.startsWith(`${path}/`)),
      )
  }
  const pathAt = (kind: Kind, at: number): string => {
    const list = paths.get(kind) ?? []
    return list[at % list.length] ?? places[kind].replace(/\{\w+\}/g, '019a9f3c-5b7e-7c41')
  }
  const idAt = (kind: Kind, at: number): string => pathAt(kind, at).split('/').at(-1)!
  const index = fc.nat(most)
  return {
    remember,
    forgetPath,
    /** Starts anew, for another merchant. */
    forget: () => paths.clear(),
    /** The address of what was made last. */
    newest: (kind: Kind): string => pathAt(kind, Math.max(0, (paths.get(kind)?.length ?? 0) - 1)),
    kindOfMember: (name: string): Kind | null => (Object.hasOwn(membersByKind, name) ? membersByKind[name]! : null),
    path: (kind: Kind): fc.Arbitrary<string> => index.map((at) => pathAt(kind, at)),
    id: (kind: Kind): fc.Arbitrary<string> => index.map((at) => idAt(kind, at)),
    anyId: (): fc.Arbitrary<string> => fc.tuple(fc.constantFrom(...kinds), index).map(([kind, at]) => idAt(kind, at)),
  }
}
export type Known = ReturnType<typeof createKnown>
