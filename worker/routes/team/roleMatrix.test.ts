import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { roles } from '#contract/team/roles'
import type { Role } from '#contract/team/roles'
import { memoizedGateway } from '../../app/gateway.ts'
import { createConsole } from '../../app/worker.ts'
import { honoPath } from '../../http/honoPath.ts'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant } from '../../testing/merchant.ts'

const { join } = startConsole()

/** Who may call the operations of each scope, beside owners. A new operation joins by its scope; a new scope must be added. */
const byScope: Readonly<Record<string, readonly Role[]>> = {
  'transactions:read': ['viewer', 'support', 'developer'],
  'transactions:write': [],
  'transactions:credit': [],
  'disputes:read': ['viewer', 'support', 'developer'],
  'disputes:write': [],
  'customers:read': ['viewer', 'support', 'developer'],
  'customers:write': [],
  'subscriptions:read': ['viewer', 'support', 'developer'],
  'subscriptions:write': [],
  'terminals:read': ['viewer', 'support', 'developer'],
  'terminals:write': [],
  'checkout:write': ['support'],
  'webhooks:write': ['developer'],
  'tokens:write': [],
  'keys:admin': ['developer'],
  'connections:admin': ['developer'],
  'audit:read': ['developer'],
  'views:read': ['viewer', 'support', 'developer'],
  'views:write': ['viewer', 'support', 'developer'],
  'team:read': [],
  'team:write': [],
  internal: [],
}

/** Operations that more roles may call than have their scope. */
const byOperation: Readonly<Record<string, readonly Role[]>> = {
  listCheckouts: ['viewer', 'support', 'developer'],
  getCheckout: ['viewer', 'support', 'developer'],
  getAccount: ['viewer', 'support', 'developer'],
  listSessions: ['viewer', 'support', 'developer'],
  endSession: ['viewer', 'support', 'developer'],
  creditTransaction: ['support'],
  voidTransaction: ['support'],
}

/** Bodies of operations that an empty one turns into another: a credit without a payment. */
const bodies: Readonly<Record<string, object>> = { creditTransaction: { referenceTransactionId: '1' } }

/** Moves money or grants rights: no viewer and no developer may ever call it. */
const movesMoney = /^(authorize|sale|capture|credit|void)Transaction$|^(close|accept|create(Subscription|Customer))/

const operations: readonly Endpoint[] = endpoints
const allowedRoles = ({ name, scope }: Endpoint): readonly Role[] => {
  const allowed = byOperation[name] ?? byScope[scope]
  if (allowed === undefined) throw new Error(`${name} has the scope ${scope}: add who may call it to the matrix.`)
  return ['owner', ...allowed]
}

test('the matrix has every operation that the console serves under /v1', () => {
  const served = createConsole(memoizedGateway({}))
    .hono.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(served.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${honoPath(path)}`).toSorted())
})

test('a session names the operations of the matrix for its role, which the pages do not hide', async () => {
  const merchant = await createMerchant()
  for (const role of roles) {
    const { send } = await join(merchant.id, role)
    const { json } = await send('GET', '/session')
    const named = operations.filter((operation) => allowedRoles(operation).includes(role)).map(({ name }) => name)
    expect([role, json.operations.toSorted()]).toEqual([role, named.toSorted()])
  }
})

test('each role may call the operations of the matrix, and no other', async () => {
  const merchant = await createMerchant()
  const members = new Map(await Promise.all(roles.map(async (role) => [role, await join(merchant.id, role)] as const)))
  for (const operation of operations) {
    const { name, method, path } = operation
    const allowed = allowedRoles(operation)
    // An id of the right form that does not exist: a permitted call ends with another error than 403.
    const target = path.replace(/\{\w+\}/g, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')
    for (const [role, { send }] of members) {
      const { status, json } = await send(
        method,
        target,
        method === 'GET' || method === 'DELETE' ? undefined : (bodies[name] ?? {}),
      )
      const isRefused =
        status === 403 && (json === null || json.errors?.[0].type === 'scope_missing' || json.status === 403)
      expect([name, role, isRefused ? 'refused' : 'allowed']).toEqual([
        name,
        role,
        allowed.includes(role) ? 'allowed' : 'refused',
      ])
    }
    if (movesMoney.test(name))
      for (const role of ['viewer', 'developer'] as const) expect(allowed, name).not.toContain(role)
  }
})
