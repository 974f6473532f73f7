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

test('no API key reaches the team, on either host', async () => {
  const { merchant } = await setUp()
  const { key } = await merchant.issue('sk', { mode: 'live' })
  for (const { method, path } of teamEndpoints) {
    const target = path.replace(/\{\w+\}/, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')
    expect((await worker.as(key)(method, target)).status, target).toBe(404)
    const { send } = openBrowser()
    expect(errorOf(await send(method, target, undefined, { 'x-api-key': key })), target).toEqual([
      401,
      'session_missing',
    ])
  }
})
