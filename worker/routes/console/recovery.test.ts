import { describe, expect, test } from 'vitest'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'
import { createAuthenticator } from '../../testing/passkeys.ts'

const clock = testClock()
const { openBrowser, join, signIn } = startConsole({ clock })

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]

/** A member who has lost the passkey, in a new browser. */
const lose = async () => {
  const merchant = await createMerchant()
  const lost = await join(merchant.id, 'owner')
  const code: string = lost.joined.json.recoveryCode
  const browser = openBrowser()
  const begin = async (text = code) => browser.send('POST', '/recovery', { code: text })
  const authenticator = await createAuthenticator(consoleOrigin)
  const recover = async () => {
    const { json } = await begin()
    const credential = await authenticator.register(json.publicKey)
    return browser.send('POST', '/recovery/accept', { code, credential })
  }
  return { merchant, lost, code, browser, begin, recover, authenticator }
}

describe('a recovery code', () => {
  test('registers a new passkey once, signs in, and returns the next code', async () => {
    const { merchant, browser, begin, recover, code } = await lose()
    const { status, json } = await recover()
    expect(status).toBe(200)
    expect(json.recoveryCode).not.toBe(code)
    expect((await browser.send('GET', '/session')).json.member).toMatchObject({ name: 'Ada', role: 'owner' })
    expect(errorOf(await begin())).toEqual([401, 'recovery_code_invalid'])
    expect((await begin(json.recoveryCode)).status).toBe(200)
    const rows = await merchant.rows(
      'SELECT action, key FROM audit WHERE account = ? ORDER BY id DESC LIMIT 2',
      merchant.id,
    )
    expect(rows.map(({ action }) => action)).toEqual(['session.started', 'member.recovered'])
  })

  test('ends the sessions and passkeys that may be in wrong hands', async () => {
    const { lost, recover, authenticator } = await lose()
    expect((await recover()).status).toBe(200)
    expect((await lost.send('GET', '/session')).status).toBe(401)
    clock.advance(1)
    expect(errorOf((await signIn(lost.authenticator)).signedIn)).toEqual([401, 'passkey_invalid'])
    expect((await signIn(authenticator)).signedIn.status).toBe(200)
  })

  test('used twice at once registers one passkey', async () => {
    const { merchant, code, browser } = await lose()
    const { json } = await browser.send('POST', '/recovery', { code })
    const accept = async () => {
      const credential = await (await createAuthenticator(consoleOrigin)).register(json.publicKey)
      return () => openBrowser().send('POST', '/recovery/accept', { code, credential })
    }
    const both = [await accept(), await accept()]
    const results = await Promise.all(both.map((send) => send()))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const rows = await merchant.rows(
      'SELECT passkeys.id FROM passkeys JOIN members ON members.id = member WHERE account = ?',
      merchant.id,
    )
    expect(rows).toHaveLength(1)
  })

  test('that is malformed, unknown, or of a removed member is rejected', async () => {
    const { merchant, begin, code } = await lose()
    expect((await begin('00-secret')).status).toBe(400)
    expect(errorOf(await begin(`00${'-AAAAAA'.repeat(4)}`))).toEqual([401, 'recovery_code_invalid'])
    await merchant.run('UPDATE members SET removed = 1 WHERE account = ?', merchant.id)
    expect(errorOf(await begin(code))).toEqual([401, 'recovery_code_invalid'])
  })
})
