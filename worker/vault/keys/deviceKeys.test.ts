import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { deviceKey, verifyDeviceProof } from './deviceKeys.ts'
import { newAccountKey } from '../fixtures.ts'

const account = await newAccountKey('account-1')
const key = async (terminal = 'terminal-1', of = account) => (await deviceKey(of, terminal)).reveal()

/** The proof of a device, from the text of its key alone. */
const proofBy = async (secret: string, text: string): Promise<string> => {
  const hmac = await crypto.subtle.importKey('raw', fromBase64url(secret)!, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, utf8(text))))
}

const text = 'sluice.device.v1\nreader\nnonce'
const validProof = await proofBy(await key(), text)
const proves = (proof: string, more: { text?: string; terminal?: string; of?: typeof account } = {}) =>
  verifyDeviceProof(more.of ?? account, more.terminal ?? 'terminal-1', more.text ?? text, proof)

describe('deviceKey', () => {
  test('a device key is 32 bytes of base64url and deterministic', async () => {
    expect(fromBase64url(await key())).toHaveLength(32)
    expect(await key()).toBe(await key())
  })

  test('a device key differs between terminals, accounts and account keys', async () => {
    const others = [await key('terminal-2'), await key('terminal-1', await newAccountKey('account-2'))]
    // The same account id with another account key.
    others.push(await key('terminal-1', await newAccountKey('account-1')))
    expect(new Set([await key(), ...others]).size).toBe(4)
  })

  test('a device key cannot be serialized', async () => {
    const secret = await deviceKey(account, 'terminal-1')
    expect(() => JSON.stringify({ secret })).toThrow(TypeError)
  })
})

describe('verifyDeviceProof', () => {
  test('a proof by the device key is accepted', async () => {
    expect(await proves(validProof)).toBe(true)
  })

  const bytes = fromBase64url(validProof)!
  const wrong: Record<string, () => string | Promise<string>> = {
    'a proof by the key of another terminal': async () => proofBy(await key('terminal-2'), text),
    'a proof by the key of the same terminal in another account': async () =>
      proofBy(await key('terminal-1', await newAccountKey('account-2')), text),
    'a proof of another text': async () => proofBy(await key(), `${text} `),
    'a proof with its first byte changed': () => toBase64url(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))),
    'a proof with its last byte changed': () => toBase64url(bytes.map((byte, at) => (at === 31 ? byte ^ 1 : byte))),
    'a truncated proof': () => toBase64url(bytes.slice(0, 31)),
    'a proof with an extra byte': () => toBase64url(Uint8Array.from([...bytes, 0])),
    'an empty proof': () => '',
    'the key as proof': () => key(),
    'a proof with padding': () => `${validProof}=`,
    'a proof in base64': () => validProof.replaceAll('-', '+').replaceAll('_', '/').padEnd(44, '='),
    'a proof that is not base64url': () => '!'.repeat(43),
  }

  test.each(Object.keys(wrong))('%s is rejected', async (name) => {
    expect(await proves(await wrong[name]!())).toBe(false)
  })

  test('a proof is rejected for another text, terminal or account', async () => {
    expect(await proves(validProof, { text: text.replace('nonce', 'other') })).toBe(false)
    expect(await proves(validProof, { terminal: 'terminal-2' })).toBe(false)
    expect(await proves(validProof, { of: await newAccountKey('account-1') })).toBe(false)
  })
})
