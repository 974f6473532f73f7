import { describe, expect, test } from 'vitest'
import { teamEndpoints } from '#contract/team/team'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'
import { createAuthenticator } from '../../testing/passkeys.ts'

const clock = testClock()
const { worker, openBrowser, join, signIn } = startConsole({ clock })

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]

const setUp = async () => {
  const merchant = await createMerchant()
  return { merchant, owner: await join(merchant.id, 'owner') }
}
const memberOf = async ({ send }: { send: Awaited<ReturnType<typeof join>>['send'] }): Promise<string> =>
  (await send('GET', '/session')).json.member.id

describe('an invited colleague', () => {
  test('joins by the link with role and limit, and is listed; the link is returned once and not stored', async () => {
    const { merchant, owner } = await setUp()
    const { status, json } = await owner.send('POST', '/v1/team/invitations', {
      email: 'bob@shop.example',
      role: 'support',
      refundLimit: 50,
    })
    expect([status, json.invitation]).toMatchObject([
      200,
      { email: 'bob@shop.example', role: 'support', refundLimit: 50 },
    ])
    const [, secret] = json.link.split(`${consoleOrigin}/invitation#`)
    expect((await owner.send('GET', '/v1/team/invitations')).json.invitations).toEqual([json.invitation])
    expect(
      JSON.stringify([await merchant.rows('SELECT * FROM invitations'), await merchant.rows('SELECT * FROM audit')]),
    ).not.toContain(secret)

    const bob = openBrowser()
    const opened = await bob.send('POST', '/invitation', { secret })
    expect(opened.json).toMatchObject({ email: 'bob@shop.example', role: 'support' })
    const credential = await (await createAuthenticator(consoleOrigin)).register(opened.json.publicKey)
    expect((await bob.send('POST', '/invitation/accept', { secret, name: 'Bob', credential })).status).toBe(200)
    expect((await owner.send('GET', '/v1/team/invitations')).json.invitations).toEqual([])
    const { members } = (await owner.send('GET', '/v1/team/members')).json
    expect(members).toHaveLength(2)
    expect(members.find(({ name }: { name: string }) => name === 'Bob')).toMatchObject({
      role: 'support',
      refundLimit: 50,
    })
  })

  test('whose invitation is canceled cannot join', async () => {
    const { owner } = await setUp()
    const { json } = await owner.send('POST', '/v1/team/invitations', { email: 'bob@shop.example', role: 'viewer' })
    const path = `/v1/team/invitations/${json.invitation.id}`
    expect((await owner.send('DELETE', path)).status).toBe(200)
    expect(errorOf(await owner.send('DELETE', path))).toEqual([404, 'not_found'])
    const secret = json.link.split('#')[1]
    expect(errorOf(await openBrowser().send('POST', '/invitation', { secret }))).toEqual([409, 'invitation_invalid'])
  })

  test('of another account is neither seen nor changed', async () => {
    const [{ owner }, other] = [await setUp(), await setUp()]
    const theirs = await memberOf(other.owner)
    expect((await owner.send('GET', '/v1/team/members')).json.members).toHaveLength(1)
    expect(errorOf(await owner.send('PUT', `/v1/team/members/${theirs}`, { role: 'viewer' }))).toEqual([
      404,
      'not_found',
    ])
    expect(errorOf(await owner.send('DELETE', `/v1/team/members/${theirs}`))).toEqual([404, 'not_found'])
    const [session] = (await other.owner.send('GET', '/v1/team/sessions')).json.sessions
    expect(errorOf(await owner.send('DELETE', `/v1/team/sessions/${session.id}`))).toEqual([404, 'not_found'])
  })
})

describe('a member', () => {
  test('has a new role with the next request', async () => {
    const { merchant, owner } = await setUp()
    const viewer = await join(merchant.id, 'viewer')
    expect((await viewer.send('GET', '/v1/apikeys')).status).toBe(403)
    const path = `/v1/team/members/${await memberOf(viewer)}`
    const changed = await owner.send('PUT', path, { role: 'developer', refundLimit: null })
    expect(changed.json.member).toMatchObject({ role: 'developer', refundLimit: null })
    expect((await viewer.send('GET', '/v1/apikeys')).status).toBe(200)
    expect((await viewer.send('GET', '/v1/team/members')).status).toBe(403)
  })

  test('who is removed is signed out at once, and cannot sign in', async () => {
    const { merchant, owner } = await setUp()
    const viewer = await join(merchant.id, 'viewer')
    const path = `/v1/team/members/${await memberOf(viewer)}`
    expect((await owner.send('DELETE', path)).status).toBe(200)
    expect(errorOf(await viewer.send('GET', '/session'))).toEqual([401, 'session_missing'])
    clock.advance(1)
    expect(errorOf((await signIn(viewer.authenticator)).signedIn)).toEqual([401, 'passkey_invalid'])
    expect(errorOf(await owner.send('DELETE', path))).toEqual([404, 'not_found'])
    expect((await owner.send('GET', '/v1/team/members')).json.members).toHaveLength(1)
  })

  test('who is the last owner keeps the role and stays, also against two requests at once', async () => {
    const { merchant, owner } = await setUp()
    const me = `/v1/team/members/${await memberOf(owner)}`
    expect(errorOf(await owner.send('PUT', me, { role: 'viewer' }))).toEqual([409, 'last_owner'])
    expect(errorOf(await owner.send('DELETE', me))).toEqual([409, 'last_owner'])
    const second = await join(merchant.id, 'owner')
    const other = `/v1/team/members/${await memberOf(second)}`
    const results = await Promise.all([owner.send('DELETE', other), second.send('DELETE', me)])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await merchant.rows(
        "SELECT id FROM members WHERE account = ? AND role = 'owner' AND removed IS NULL",
        merchant.id,
      ),
    ).toHaveLength(1)
  })
})

describe('sessions', () => {
  test('are listed with their browser, and an owner ends those of others', async () => {
    const { merchant, owner } = await setUp()
    const viewer = await join(merchant.id, 'viewer')
    const { sessions } = (await owner.send('GET', '/v1/team/sessions')).json
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ browser: 'Firefox on Linux' })
    const theirs = await memberOf(viewer)
    const { id } = sessions.find(({ member }: { member: string }) => member === theirs)
    expect((await owner.send('DELETE', `/v1/team/sessions/${id}`)).status).toBe(200)
    expect((await viewer.send('GET', '/session')).status).toBe(401)
    expect((await owner.send('GET', '/v1/team/sessions')).json.sessions).toHaveLength(1)
  })

  test('of others are neither seen nor ended by a viewer', async () => {
    const { merchant, owner } = await setUp()
    const viewer = await join(merchant.id, 'viewer')
    const { sessions } = (await viewer.send('GET', '/v1/team/sessions')).json
    expect(sessions).toMatchObject([{ member: await memberOf(viewer) }])
    const all = (await owner.send('GET', '/v1/team/sessions')).json.sessions
    const { id } = all.find(({ member }: { member: string }) => member !== sessions[0].member)
    expect(errorOf(await viewer.send('DELETE', `/v1/team/sessions/${id}`))).toEqual([404, 'not_found'])
    expect((await viewer.send('DELETE', `/v1/team/sessions/${sessions[0].id}`)).status).toBe(200)
    expect((await viewer.send('GET', '/session')).status).toBe(401)
  })
})

test('the audit log names the member who made a change, also after the member is removed', async () => {
  const { merchant, owner } = await setUp()
  const developer = await join(merchant.id, 'developer')
  const id = await memberOf(developer)
  expect((await developer.send('PUT', '/v1/account', { tipAtSale: true })).status).toBe(200)
  expect((await owner.send('DELETE', `/v1/team/members/${id}`)).status).toBe(200)
  const { entries } = (await owner.send('GET', `/v1/audit?actor=member:${id}`)).json
  expect(entries[0]).toMatchObject({
    action: 'account.updated',
    actor: { kind: 'member', id: `member:${id}`, name: 'Ada' },
  })
})

const keyOf = async ({ issue }: Pick<Awaited<ReturnType<typeof createMerchant>>, 'issue'>) => {
  const { key, keyId } = await issue('rk', { mode: 'live', scopes: ['team:read', 'team:write'] })
  return { call: worker.as(key), keyId }
}

describe('an API key with the scopes of the team', () => {
  test('invites an owner, changes and removes members, and each act is in the audit log with the key', async () => {
    const { merchant, owner } = await setUp()
    const { call, keyId } = await keyOf(merchant)
    const { json } = await call('POST', '/v1/team/invitations', { body: { email: 'bob@shop.example', role: 'owner' } })
    expect(json.link.startsWith(`${consoleOrigin}/invitation#`)).toBe(true)
    const bob = await join(merchant.id, 'viewer')
    const path = `/v1/team/members/${await memberOf(bob)}`
    expect((await call('PUT', path, { body: { role: 'support', refundLimit: 20 } })).json.member).toMatchObject({
      role: 'support',
      refundLimit: 20,
    })
    expect((await call('GET', '/v1/team/members')).json.members).toHaveLength(2)
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await bob.send('GET', '/session')).status).toBe(401)
    const { entries } = (await owner.send('GET', `/v1/audit?actor=${keyId}`)).json
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'member.removed',
      'member.changed',
      'invitation.created',
    ])
    expect(entries[0].actor).toMatchObject({ kind: 'key', id: keyId })
  })

  test('lists the sessions of the whole team and ends them, and withdraws invitations', async () => {
    const { merchant, owner } = await setUp()
    const { call } = await keyOf(merchant)
    const [session] = (await call('GET', '/v1/team/sessions')).json.sessions
    expect(session).toMatchObject({ member: await memberOf(owner), browser: 'Firefox on Linux' })
    expect((await call('DELETE', `/v1/team/sessions/${session.id}`)).status).toBe(200)
    expect((await owner.send('GET', '/session')).status).toBe(401)
    await call('POST', '/v1/team/invitations', { body: { email: 'bob@shop.example', role: 'viewer' } })
    const [invitation] = (await call('GET', '/v1/team/invitations')).json.invitations
    expect((await call('DELETE', `/v1/team/invitations/${invitation.id}`)).status).toBe(200)
    expect((await call('GET', '/v1/team/invitations')).json.invitations).toEqual([])
  })

  test('does not remove or demote the last owner', async () => {
    const { merchant, owner } = await setUp()
    const { call } = await keyOf(merchant)
    const path = `/v1/team/members/${await memberOf(owner)}`
    expect(errorOf(await call('PUT', path, { body: { role: 'viewer' } }))).toEqual([409, 'last_owner'])
    expect(errorOf(await call('DELETE', path))).toEqual([409, 'last_owner'])
    expect((await call('PUT', path, { body: { refundLimit: 100 } })).json.member).toMatchObject({
      role: 'owner',
      refundLimit: 100,
    })
  })

  test('reaches the team of its account alone, and nothing on the host of the console', async () => {
    const [{ merchant }, other] = [await setUp(), await setUp()]
    const { key } = await merchant.issue('rk', { mode: 'live', scopes: ['team:read', 'team:write'] })
    const call = worker.as(key)
    const path = `/v1/team/members/${await memberOf(other.owner)}`
    expect(errorOf(await call('PUT', path, { body: { role: 'viewer' } }))).toEqual([404, 'not_found'])
    expect(errorOf(await call('DELETE', path))).toEqual([404, 'not_found'])
    for (const { method, path: target } of teamEndpoints)
      expect(errorOf(await openBrowser().send(method, target, undefined, { 'x-api-key': key })), target).toEqual([
        401,
        'session_missing',
      ])
  })

  test('is issued by an owner who names the scopes: secret keys do not have them, nor do the keys of a developer', async () => {
    const { merchant, owner } = await setUp()
    const developer = await join(merchant.id, 'developer')
    const live = { 'sluice-mode': 'live' }
    const issue = (who: typeof owner, body: object) => who.send('POST', '/v1/apikeys', body, live)
    const named = { kind: 'restricted', scopes: ['team:write'] }
    const issued = await issue(owner, named)
    expect([issued.status, issued.json.apiKey.scopes]).toEqual([200, ['team:write']])
    const secret = await issue(owner, { kind: 'secret' })
    expect(secret.json.apiKey.scopes).not.toContain('team:write')
    expect(secret.json.apiKey.scopes).not.toContain('team:read')
    expect(errorOf(await worker.as(secret.json.key)('GET', '/v1/team/members'))).toEqual([403, 'scope_missing'])
    expect(errorOf(await issue(developer, named))).toEqual([403, 'scope_missing'])
    const rotate = `/v1/apikeys/${issued.json.apiKey.id}/rotate`
    expect(errorOf(await developer.send('POST', rotate, {}, live))).toEqual([403, 'scope_missing'])
  })
})
