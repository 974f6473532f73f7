/** The operations and event resources that one scope opens. */
interface ScopeRule {
  /** In the reference and in the list of scopes. */
  readonly text: string
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[]
  /** The first segments of paths behind /v1. An operation below another one, such as a customer's subscriptions, has its own noun. */
  readonly nouns: readonly string[]
  /** The resources whose events a key with this scope reads, beside `webhooks:write`. */
  readonly events: readonly string[]
  /** Belongs to keys that name it alone: a secret key does not have it. */
  readonly namedOnly?: true
}

const reads = ['GET'] as const
const writes = ['POST', 'PUT', 'DELETE'] as const

/**
 * The reach of each scope, in the order of the reference. Every operation and event type is tested against this table: a key with one scope
 * reaches what stands in its row and nothing else.
 */
export const scopeRules = {
  'transactions:read': {
    text: 'Read payments, signatures, batches, figures and the test clock',
    methods: reads,
    nouns: ['transactions', 'batches', 'figures', 'testclock'],
    events: ['transaction', 'batch'],
  },
  'transactions:write': {
    text: 'Authorize, capture and void payments, at terminals and with stored payment methods, and offer these in a checkout; close batches',
    methods: writes,
    nouns: ['transactions', 'batches', 'terminals'],
    events: [],
  },
  'transactions:credit': { text: 'Credit payments', methods: writes, nouns: ['transactions'], events: [] },
  'disputes:read': { text: 'Read disputes', methods: reads, nouns: ['disputes'], events: ['dispute'] },
  'disputes:write': {
    text: 'Accept disputes, which forfeits the disputed amount',
    methods: writes,
    nouns: ['disputes'],
    events: [],
  },
  'customers:read': {
    text: 'Read customers and their stored payment methods',
    methods: reads,
    nouns: ['customers'],
    events: ['customer', 'wallet'],
  },
  'customers:write': {
    text: 'Create, change, delete and erase customers and their stored payment methods',
    methods: writes,
    nouns: ['customers'],
    events: [],
  },
  'subscriptions:read': {
    text: 'Read plans, subscriptions and their bills',
    methods: reads,
    nouns: ['subscriptions', 'customersubscriptions'],
    events: ['subscription'],
  },
  'subscriptions:write': {
    text: 'Create, change and cancel plans and subscriptions, which charge stored payment methods',
    methods: writes,
    nouns: ['subscriptions'],
    events: [],
  },
  'terminals:read': { text: 'Read terminals', methods: reads, nouns: ['terminals'], events: ['terminal'] },
  'terminals:write': { text: 'Register and delete terminals', methods: writes, nouns: ['terminals'], events: [] },
  'checkout:write': {
    text: 'Create, read and cancel checkouts. A checkout of a customer also needs `transactions:write`',
    methods: [...reads, ...writes],
    nouns: ['dynamiccheckout'],
    events: ['checkout'],
  },
  'webhooks:write': {
    text: 'Manage webhooks. Events need the scope that reads their resource as well',
    methods: [...reads, ...writes],
    nouns: ['webhook', 'events'],
    events: [],
  },
  'tokens:write': {
    text: 'Create tokens and read the encryption key of cards',
    methods: [...reads, ...writes],
    nouns: ['tokens', 'encryptionkeys'],
    events: [],
  },
  'keys:admin': {
    text: 'Manage API keys, account settings and the test clock',
    methods: [...reads, ...writes],
    nouns: ['apikeys', 'account', 'testclock'],
    events: [],
  },
  'audit:read': { text: 'Read the audit log of the account', methods: reads, nouns: ['audit'], events: [] },
  'connections:admin': {
    text: 'Manage connections to processors, with their credentials',
    methods: [...reads, ...writes],
    nouns: ['connections', 'processors'],
    events: [],
  },
  'views:read': { text: "Read the team's saved views", methods: reads, nouns: ['views'], events: [] },
  'views:write': { text: "Save, change and delete the team's views", methods: writes, nouns: ['views'], events: [] },
  'team:read': {
    text: 'Read the members of the team, their invitations and sessions. Only restricted live keys that name it have it',
    methods: reads,
    nouns: ['team'],
    events: [],
    namedOnly: true,
  },
  'team:write': {
    text: 'Invite, change and remove members, and end sessions. A key with it is as strong as an owner, who does everything. Only restricted live keys that name it have it',
    methods: writes,
    nouns: ['team'],
    events: [],
    namedOnly: true,
  },
  internal: {
    text: 'Members of requests for the operator of the gateway',
    methods: [],
    nouns: [],
    events: [],
    namedOnly: true,
  },
} as const satisfies Readonly<Record<string, ScopeRule>>

export type Scope = keyof typeof scopeRules

/** Scopes of API keys. Secret keys have `secretKeyScopes`, publishable keys only `tokens:write`, restricted keys a selection. */
export const scopes = Object.keys(scopeRules) as readonly Scope[]

/** Scopes of restricted keys. `internal` belongs to the operator of the gateway and cannot be granted through the API. */
export const grantableScopes = scopes.filter((scope) => scope !== 'internal')

/** Scopes of secret keys: all that need not be named. */
export const secretKeyScopes = scopes.filter((scope) => !('namedOnly' in scopeRules[scope]))

/** The resources of events. */
export type ScopedResource = (typeof scopeRules)[Scope]['events'][number]

/** The scope that reads each resource of events. */
export const readScopes = Object.fromEntries(
  scopes.flatMap((scope) => scopeRules[scope].events.map((resource) => [resource, scope])),
) as Readonly<Record<ScopedResource, Scope>>

/** The scope that charges a customer's stored payment methods, in the API and in a checkout that offers them. */
export const storedMethodScope = 'transactions:write' satisfies Scope
