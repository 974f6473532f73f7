import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '#contract/encoding/bytes'
import type { DigitalPayPayment } from '#contract/transactions/payment'
import { decryptMessage } from './ecies.ts'
import { recipientKey } from './p256.ts'
import { googleVariables, tinkEcv1NotJson, tinkNotJson, tinkVariables } from './vectors.fixtures.ts'

/** Below the signature, which would refuse all of this before: the tag alone has to. */

const keyOf = async ({ WALLET_PRIVATE_KEYS }: { WALLET_PRIVATE_KEYS: string }) =>
  (await recipientKey(fromBase64(WALLET_PRIVATE_KEYS.split(',')[0]!)!))!
const key = await keyOf(tinkVariables)
const stranger = await keyOf(googleVariables)

const parts = ['encryptedMessage', 'ephemeralPublicKey', 'tag'] as const
type Message = Record<(typeof parts)[number], string>

describe.each<[DigitalPayPayment['protocolVersion'], DigitalPayPayment, DigitalPayPayment['protocolVersion']]>([
  ['ECv1', tinkEcv1NotJson, 'ECv2'],
  ['ECv2', tinkNotJson, 'ECv1'],
])('a message of %s', (protocol, { signedMessage }, otherProtocol) => {
  const message = JSON.parse(signedMessage) as Message
  const decrypt = (changed: object | string) =>
    decryptMessage(protocol, key, typeof changed === 'string' ? changed : JSON.stringify(changed))

  test('is decrypted, by its key and protocol alone', async () => {
    expect(await decrypt(signedMessage)).toBe('plaintext')
    expect(await decrypt(message)).toBe('plaintext')
    expect(await decryptMessage(protocol, stranger, signedMessage)).toBeNull()
    expect(await decryptMessage(otherProtocol, key, signedMessage)).toBeNull()
  })

  test.each(parts)('is refused with any byte of its %s changed', async (part) => {
    const bytes = fromBase64(message[part])!
    const opened = await Promise.all(
      Array.from(bytes, (byte, at) =>
        decrypt({ ...message, [part]: toBase64(bytes.with(at, byte ^ (1 << (at % 8)))) }),
      ),
    )
    expect(opened.filter((plain) => plain !== null)).toEqual([])
  })

  test.each<[string, object | string]>([
    ['a tag that is cut off', { ...message, tag: toBase64(fromBase64(message.tag)!.slice(0, 16)) }],
    ['an empty tag', { ...message, tag: '' }],
    ['a tag with a byte too many', { ...message, tag: toBase64(Uint8Array.of(...fromBase64(message.tag)!, 0)) }],
    [
      'a byte behind the message',
      { ...message, encryptedMessage: toBase64(Uint8Array.of(...fromBase64(message.encryptedMessage)!, 0)) },
    ],
    ['nothing for a message', { ...message, encryptedMessage: '' }],
    ['nothing for a key', { ...message, ephemeralPublicKey: '' }],
    ['its base64 unpadded', { ...message, tag: message.tag.replaceAll('=', '') }],
    ['its base64 with a line end', { ...message, tag: `${message.tag}\n` }],
    ['its base64 in the alphabet of URLs', { ...message, tag: `__${message.tag.slice(2)}` }],
    ['a member too many', { ...message, more: '' }],
    ['a member missing', { ...message, tag: undefined }],
    ['a member twice', signedMessage.replace('{', `{"tag":"${message.tag}",`)],
    ['a member of another type', { ...message, tag: [message.tag] }],
    ['no JSON', 'message'],
    ['a list', [message]],
  ])('is refused with %s', async (_what, changed) => {
    expect(await decrypt(changed)).toBeNull()
  })
})
