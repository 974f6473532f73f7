import type { Endpoint } from '../endpoint.ts'
import type { Scope } from '../scopes.ts'
import { grantableScopes } from '../scopes.ts'

export const roles = ['viewer', 'support', 'developer', 'owner'] as const
export type Role = (typeof roles)[number]

interface RoleRule {
  /** In the reference and in the console. */
  readonly text: string
  readonly scopes: readonly Scope[]
  /** Names of operations beyond the scopes. */
  readonly operations: readonly string[]
}

const readScopes = [
  'transactions:read',
  'disputes:read',
  'customers:read',
  'subscriptions:read',
  'terminals:read',
  'views:read',
] as const satisfies readonly Scope[]

/**
 * One scope reads and writes checkouts, so these are named. Everybody reads and ends the sessions that are their own, and keeps own views. The
 * scope `views:write` is for those of the team.
 */
const readOperations = [
  'listCheckouts',
  'getCheckout',
  'getAccount',
  'listSessions',
  'endSession',
  'createView',
  'updateView',
  'deleteView',
]

/** What a member of the team may do. Scopes stand behind it, so that a new operation belongs to the roles that have its scope. */
export const roleRules: Readonly<Record<Role, RoleRule>> = {
  viewer: {
    text: 'Sees payments, customers and figures, and changes nothing',
    scopes: readScopes,
    operations: readOperations,
  },
  support: {
    text: 'Also refunds and voids payments up to a limit, and makes checkouts',
    scopes: [...readScopes, 'views:write', 'checkout:write'],
    operations: [...readOperations, 'creditTransaction', 'voidTransaction'],
  },
  developer: {
    text: 'Sees payments, and manages API keys, webhooks, connections and settings. Moves no money',
    scopes: [...readScopes, 'views:write', 'webhooks:write', 'keys:admin', 'connections:admin', 'audit:read'],
    operations: readOperations,
  },
  owner: {
    text: 'Does everything',
    scopes: grantableScopes,
    operations: [],
  },
}

/** The scopes whose events a role reads. Every role reads checkouts, by an operation of its own. */
export const eventScopesOf = (role: Role): readonly Scope[] => [
  ...new Set([...roleRules[role].scopes, 'checkout:write' as const]),
]

/** Whether a role may call an endpoint. */
export const roleAllows = (role: Role, { name, scope, additionalScopes = [] }: Endpoint): boolean => {
  const rule = roleRules[role]
  return rule.operations.includes(name) || [scope, ...additionalScopes].every((needed) => rule.scopes.includes(needed))
}
