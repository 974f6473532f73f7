import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { deviceKey, provesDevice } from './deviceKeys.ts'
import { freshAccountKey } from '../fixtures.ts'

const account = await freshAccountKey('account-1')
const key = async (terminal = 'terminal-1', of = account) => (await deviceKey(of, terminal)).reveal()

/** As a reader proves it, who has nothing but the text of its key. */
const proofBy = async (secret: string, text: string): Promise<string> => {
  const hmac = await crypto.subtle.importKey('raw', fromBase64url(secret)!, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, utf8(text))))
}

const text = 'sluice.device.v1\nreader\nnonce'
const good = await proofBy(await key(), text)
const proves = (proof: string, more: { text?: string; terminal?: string; of?: typeof account } = {}) =>
  provesDevice(more.of ?? account, more.terminal ?? 'terminal-1', more.text ?? text, proof)

describe('the key of a reader', () => {
  test('is 32 bytes in base64url, the same whenever it is derived', async () => {
    expect(fromBase64url(await key())).toHaveLength(32)
    expect(await key()).toBe(await key())
  })

  test('is another for each terminal and each account, and does not follow from their names', async () => {
    const others = [await key('terminal-2'), await key('terminal-1', await freshAccountKey('account-2'))]
    // The same name, and another key of an account.
    others.push(await key('terminal-1', await freshAccountKey('account-1')))
    expect(new Set([await key(), ...others]).size).toBe(4)
  })

  test('cannot be printed by accident', async () => {
    const secret = await deviceKey(account, 'terminal-1')
    expect(() => JSON.stringify({ secret })).toThrow(TypeError)
  })
})

describe('a proof', () => {
  test('by the key of the reader is taken', async () => {
    expect(await proves(good)).toBe(true)
  })

  const bytes = fromBase64url(good)!
  const wrong: Record<string, () => string | Promise<string>> = {
    'by the key of another terminal': async () => proofBy(await key('terminal-2'), text),
    'by a key of the same terminal in another account': async () =>
      proofBy(await key('terminal-1', await freshAccountKey('account-2')), text),
    'of another text': async () => proofBy(await key(), `${text} `),
    'with a bit changed at its begin': () => toBase64url(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))),
    'with a bit changed at its end': () => toBase64url(bytes.map((byte, at) => (at === 31 ? byte ^ 1 : byte))),
    'that ends early': () => toBase64url(bytes.slice(0, 31)),
    'that goes on': () => toBase64url(Uint8Array.from([...bytes, 0])),
    'of nothing': () => '',
    'that is the key': () => key(),
    'with padding': () => `${good}=`,
    'in base64, where that is another text': () => good.replaceAll('-', '+').replaceAll('_', '/').padEnd(44, '='),
    'that is no base64url': () => '!'.repeat(43),
  }

  test.each(Object.keys(wrong))('%s is refused', async (which) => {
    expect(await proves(await wrong[which]!())).toBe(false)
  })

  test('is good for its text, its terminal and its account alone', async () => {
    expect(await proves(good, { text: text.replace('nonce', 'other') })).toBe(false)
    expect(await proves(good, { terminal: 'terminal-2' })).toBe(false)
    expect(await proves(good, { of: await freshAccountKey('account-1') })).toBe(false)
  })
})
