import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '#contract/encoding/bytes'
import type { DigitalPayPayment } from '#contract/transactions/payment'
import { decryptMessage } from './ecies.ts'
import { importRecipientKey } from './p256.ts'
import { googleVariables, tinkEcv1NotJson, tinkNotJson, tinkVariables } from './vectors.fixtures.ts'

/** Tests of decryption alone: without signature checks, only the tag protects the message. */

const keyOf = async ({ WALLET_PRIVATE_KEYS }: { WALLET_PRIVATE_KEYS: string }) =>
  (await importRecipientKey(fromBase64(WALLET_PRIVATE_KEYS.split(',')[0]!)!))!
const key = await keyOf(tinkVariables)
const otherKey = await keyOf(googleVariables)

const parts = ['encryptedMessage', 'ephemeralPublicKey', 'tag'] as const
type Message = Record<(typeof parts)[number], string>

describe.each<[DigitalPayPayment['protocolVersion'], DigitalPayPayment, DigitalPayPayment['protocolVersion']]>([
  ['ECv1', tinkEcv1NotJson, 'ECv2'],
  ['ECv2', tinkNotJson, 'ECv1'],
])('decryptMessage for %s', (protocol, { signedMessage }, otherProtocol) => {
  const message = JSON.parse(signedMessage) as Message
  const decrypt = (changed: object | string) =>
    decryptMessage(protocol, key, typeof changed === 'string' ? changed : JSON.stringify(changed))

  test(`${protocol} message is decrypted only with its key and protocol version`, async () => {
    expect(await decrypt(signedMessage)).toBe('plaintext')
    expect(await decrypt(message)).toBe('plaintext')
    expect(await decryptMessage(protocol, otherKey, signedMessage)).toBeNull()
    expect(await decryptMessage(otherProtocol, key, signedMessage)).toBeNull()
  })

  test.each(parts)(`${protocol} message with any byte of its %s changed is rejected`, async (part) => {
    const bytes = fromBase64(message[part])!
    const opened = await Promise.all(
      Array.from(bytes, (byte, at) =>
        decrypt({ ...message, [part]: toBase64(bytes.with(at, byte ^ (1 << (at % 8)))) }),
      ),
    )
    expect(opened.filter((plain) => plain !== null)).toEqual([])
  })

  test.each<[string, object | string]>([
    ['a truncated tag', { ...message, tag: toBase64(fromBase64(message.tag)!.slice(0, 16)) }],
    ['an empty tag', { ...message, tag: '' }],
    ['a tag with an extra byte', { ...message, tag: toBase64(Uint8Array.of(...fromBase64(message.tag)!, 0)) }],
    [
      'a ciphertext with an extra byte',
      { ...message, encryptedMessage: toBase64(Uint8Array.of(...fromBase64(message.encryptedMessage)!, 0)) },
    ],
    ['an empty ciphertext', { ...message, encryptedMessage: '' }],
    ['an empty ephemeral key', { ...message, ephemeralPublicKey: '' }],
    ['unpadded base64', { ...message, tag: message.tag.replaceAll('=', '') }],
    ['base64 with a line feed', { ...message, tag: `${message.tag}\n` }],
    ['base64url', { ...message, tag: `__${message.tag.slice(2)}` }],
    ['an extra member', { ...message, more: '' }],
    ['a missing member', { ...message, tag: undefined }],
    ['a duplicate member', signedMessage.replace('{', `{"tag":"${message.tag}",`)],
    ['a member of the wrong type', { ...message, tag: [message.tag] }],
    ['text that is not JSON', 'message'],
    ['a JSON array', [message]],
  ])(`${protocol} message with %s is rejected`, async (_what, changed) => {
    expect(await decrypt(changed)).toBeNull()
  })
})
