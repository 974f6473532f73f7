import { describe, expect, test } from 'vitest'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant } from '../../testing/merchant.ts'

const { worker, join } = startConsole()

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]

type Member = Awaited<ReturnType<typeof join>>

const large = { list: 'payments', name: 'Large', query: 'search=amount%3A%3E100' } as const

const setUp = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  return { merchant, call, save: (body: object) => call('POST', '/v1/views', { body }) }
}

const namesFor = async ({ send }: Member, query = ''): Promise<string[]> =>
  (await send('GET', `/v1/views${query}`)).json.views.map(({ name }: { name: string }) => name)

describe('an API key', () => {
  test('saves, lists, renames and deletes views that the team shares, in its mode', async () => {
    const { call, merchant, save } = await setUp()
    const { json } = await save(large)
    expect(json.view).toMatchObject({ ...large, shared: true })
    const path = `/v1/views/${json.view.id}`
    const renamed = await call('PUT', path, { body: { name: 'Larger' } })
    expect(renamed.json.view).toMatchObject({ ...large, name: 'Larger', shared: true })
    const listed = await call('GET', '/v1/views?list=payments')
    expect([listed.json.views, listed.d1]).toEqual([[renamed.json.view], 2])
    expect((await call('GET', '/v1/views?list=disputes')).json.views).toEqual([])
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    expect((await live('GET', '/v1/views')).json.views).toEqual([])
    expect(errorOf(await live('DELETE', path))).toEqual([404, 'not_found'])
    expect((await call('DELETE', path)).status).toBe(200)
    expect(errorOf(await call('DELETE', path))).toEqual([404, 'not_found'])
    expect(errorOf(await call('PUT', path, { body: {} }))).toEqual([404, 'not_found'])
  })

  test('has no views of its own', async () => {
    const { save } = await setUp()
    expect(errorOf(await save({ ...large, shared: false }))).toEqual([400, 'enum_invalid'])
    expect((await save({ ...large, shared: true })).status).toBe(200)
  })

  test('saves a name once for each list, also in two requests at once and by a change', async () => {
    const { call, save } = await setUp()
    const both = await Promise.all([save(large), save(large)])
    const first = both.find(({ status }) => status === 200)
    const second = both.find(({ status }) => status === 409)
    expect(second!.json.errors).toMatchObject([
      { type: 'already_exists', message: { field: 'name', details: { id: first!.json.view.id } } },
    ])
    expect((await save({ ...large, list: 'disputes' })).status).toBe(200)
    const other = (await save({ ...large, name: 'Small' })).json.view.id
    const taken = await call('PUT', `/v1/views/${other}`, { body: { name: 'Large' } })
    expect(taken.json.errors).toMatchObject([
      { type: 'already_exists', message: { details: { id: first!.json.view.id } } },
    ])
    expect((await call('PUT', `/v1/views/${other}`, { body: { name: 'Small', query: '' } })).json.view).toMatchObject({
      name: 'Small',
      query: '',
    })
  })

  test.each([
    [{ name: 'n'.repeat(100) }, 200],
    [{ name: 'n'.repeat(101) }, 400],
    [{ name: '' }, 400],
    [{ query: 'q'.repeat(2000) }, 200],
    [{ query: 'q'.repeat(2001) }, 400],
    [{ query: '' }, 200],
    [{ query: "search=last4%3A4242&sort=-created.~_!$'()*+,;:@/?" }, 200],
    [{ query: 'search=<script>' }, 400],
    [{ query: 'search=a b' }, 400],
    [{ query: 'search=a#b' }, 400],
    [{ list: 'passwords' }, 400],
  ])('saving a view with %j returns %d', async (change, status) => {
    const { save } = await setUp()
    expect((await save({ ...large, ...change })).status).toBe(status)
  })

  test('saves up to 100 views, also in two requests at once', async () => {
    const { merchant, save } = await setUp()
    await merchant.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99)
       INSERT INTO views (id, account, mode, holder, list, name, query, created, updated)
       SELECT ?1 || '-' || n, ?1, 'test', '', 'payments', 'View ' || n, '', n, n FROM numbers`,
      merchant.id,
    )
    const both = await Promise.all([save(large), save({ ...large, name: 'Larger' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(errorOf(both.find(({ status }) => status === 409)!)).toEqual([409, 'limit_reached'])
    expect(await merchant.rows('SELECT id FROM views WHERE account = ?', merchant.id)).toHaveLength(100)
  })
})

describe('a member of the team', () => {
  test('has own views, which nobody else sees, besides the shared ones', async () => {
    const { merchant, call, save } = await setUp()
    const [ada, bob] = [await join(merchant.id, 'viewer'), await join(merchant.id, 'owner')]
    await save({ ...large, name: 'Shared' })
    const own = await ada.send('POST', '/v1/views', large)
    expect([own.status, own.json.view.shared]).toEqual([200, false])
    expect(await namesFor(ada)).toEqual(['Large', 'Shared'])
    expect(await namesFor(bob)).toEqual(['Shared'])
    expect((await call('GET', '/v1/views')).json.views).toMatchObject([{ name: 'Shared' }])
    const path = `/v1/views/${own.json.view.id}`
    for (const response of [
      await bob.send('PUT', path, { name: 'Mine' }),
      await bob.send('DELETE', path),
      await call('DELETE', path),
    ])
      expect(errorOf(response)).toEqual([404, 'not_found'])
    // The same name, for another person.
    expect((await bob.send('POST', '/v1/views', large)).status).toBe(200)
  })

  test('who is a viewer saves, renames and deletes own views, and changes none of the team', async () => {
    const { merchant, save } = await setUp()
    const ada = await join(merchant.id, 'viewer')
    const path = `/v1/views/${(await ada.send('POST', '/v1/views', large)).json.view.id}`
    expect((await ada.send('PUT', path, { name: 'Larger' })).json.view.name).toBe('Larger')
    expect((await ada.send('DELETE', path)).status).toBe(200)
    const shared = `/v1/views/${(await save(large)).json.view.id}`
    for (const response of [
      await ada.send('POST', '/v1/views', { ...large, name: 'For all', shared: true }),
      await ada.send('PUT', shared, { name: 'Mine' }),
      await ada.send('DELETE', shared),
    ])
      expect(errorOf(response)).toEqual([403, 'scope_missing'])
    expect(await namesFor(ada)).toEqual(['Large'])
  })

  test.each(['support', 'developer', 'owner'] as const)('with the role %s shares views', async (role) => {
    const { merchant } = await setUp()
    const member = await join(merchant.id, role)
    const shared = await member.send('POST', '/v1/views', { ...large, shared: true })
    expect([shared.status, shared.json.view.shared]).toEqual([200, true])
    expect((await member.send('DELETE', `/v1/views/${shared.json.view.id}`)).status).toBe(200)
  })

  test('who is removed leaves no own views', async () => {
    const { merchant } = await setUp()
    const [owner, ada] = [await join(merchant.id, 'owner'), await join(merchant.id, 'support')]
    await ada.send('POST', '/v1/views', large)
    await ada.send('POST', '/v1/views', { ...large, name: 'For all', shared: true })
    const { id } = (await ada.send('GET', '/session')).json.member
    expect((await owner.send('DELETE', `/v1/team/members/${id}`)).status).toBe(200)
    expect(await merchant.rows('SELECT name FROM views WHERE account = ?', merchant.id)).toEqual([{ name: 'For all' }])
  })
})
