import { describe, expect, test } from 'vitest'
import type { SendRequest } from '../connections/api.ts'
import { removeStandInRules, routeToStandIn } from './standInConnection.ts'

const host = 'http://127.0.0.1:8791'

type Settings = Record<string, unknown>
type Connection = { id: string; processor: string; settings: Settings; disabled: boolean }
type Rule = { methods?: string[]; connection: string }

/** The connections and routing rules of an account in one mode, with the requests that change them. */
const createAccount = ({ connections = [] as Connection[], routing = [] as Rule[], check = 'ok' } = {}) => {
  const changes: string[] = []
  const state = { connections, routing }
  const send: SendRequest = async (method, path, body) => {
    const given = body as { processor: string; settings: Settings; routing: Rule[] }
    if (method !== 'GET') changes.push(`${method} ${path}`)
    if (path.endsWith('/check'))
      return { check: { result: check, reason: 'mode', text: 'The key belongs to a sandbox.' } }
    if (path === '/v1/account') {
      if (method === 'PUT') state.routing = given.routing
      return { account: { routing: state.routing } }
    }
    if (method === 'GET') return { connections: state.connections }
    if (method === 'POST') {
      const connection = { id: 'new', processor: given.processor, settings: given.settings, disabled: false }
      state.connections.push(connection)
      return { connection }
    }
    Object.assign(
      state.connections.find(({ id }) => path.endsWith(`/${id}`))!,
      given,
    )
    return {}
  }
  return { state, changes, send }
}

const toStandIn = (more: Partial<Connection> = {}): Connection => ({
  id: 'earlier',
  processor: 'nmi',
  settings: { host },
  disabled: false,
  ...more,
})
const real = { id: 'real', processor: 'nmi', settings: { host: 'https://secure.nmi.com' }, disabled: false }
const rule = (connection: string, methods = ['creditCard', 'check']): Rule => ({ methods, connection })

describe('routeToStandIn', () => {
  test.each([
    ['test', 'sandbox-demo', ['creditCard', 'check']],
    ['live', 'live-demo', ['creditCard', 'terminal', 'check']],
  ] as const)(
    'the first start adds a connection of %s mode, checks it and routes to it',
    async (mode, securityKey, methods) => {
      const { state, changes, send } = createAccount()
      await routeToStandIn(send, mode, host)
      expect(state.connections).toMatchObject([{ processor: 'nmi', settings: { host, securityKey } }])
      expect(state.routing).toEqual([rule('new', [...methods])])
      expect(changes).toEqual(['POST /v1/connections', 'POST /v1/connections/new/check', 'PUT /v1/account'])
    },
  )

  test('the second start only checks the connection of the first', async () => {
    const { changes, send } = createAccount({ connections: [toStandIn()], routing: [rule('earlier')] })
    await routeToStandIn(send, 'test', host)
    expect(changes).toEqual(['POST /v1/connections/earlier/check'])
  })

  test.each([
    ['another port', toStandIn({ settings: { host: 'http://127.0.0.1:9791' } })],
    ['a disabled connection', toStandIn({ disabled: true })],
  ])('a start after %s changes the connection and adds none', async (_, connection) => {
    const { state, send } = createAccount({ connections: [connection], routing: [rule('earlier')] })
    await routeToStandIn(send, 'test', host)
    const settings = { host, securityKey: 'sandbox-demo', creditsUnsettled: true }
    expect(state).toEqual({ connections: [toStandIn({ settings })], routing: [rule('earlier')] })
  })

  test('a connection to a real NMI account stays, and its rules come after that of the stand-in', async () => {
    const { state, send } = createAccount({ connections: [{ ...real }], routing: [rule('real')] })
    await routeToStandIn(send, 'test', host)
    expect(state.connections[0]).toEqual(real)
    expect(state.routing).toEqual([rule('new'), rule('real')])
  })

  test('a failed check rejects with its reason, and routes nothing', async () => {
    const { state, send } = createAccount({ check: 'failed' })
    await expect(routeToStandIn(send, 'live', host)).rejects.toThrow('(mode): The key belongs to a sandbox.')
    expect(state.routing).toEqual([])
  })
})

describe('removeStandInRules', () => {
  test('a start without the stand-in removes its rules and no others, and keeps its connection', async () => {
    const { state, send } = createAccount({
      connections: [toStandIn(), { ...real }],
      routing: [rule('earlier'), rule('real'), rule('simulator')],
    })
    expect(await removeStandInRules(send)).toBe('removed')
    expect(state.routing).toEqual([rule('real'), rule('simulator')])
    expect(state.connections).toHaveLength(2)
  })

  test.each([
    ['without a connection to the stand-in', [{ ...real }], 'unknown'],
    ['whose rules are removed already', [toStandIn()], 'none'],
  ])('a mode %s is left unchanged', async (_, connections, result) => {
    const { changes, send } = createAccount({ connections, routing: [rule('real')] })
    expect(await removeStandInRules(send)).toBe(result)
    expect(changes).toEqual([])
  })
})
