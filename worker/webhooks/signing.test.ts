import { asyncProperty, assert, constant, nat, oneof, string } from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBase64 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { mintWebhookSecret } from '../domain/webhooks/secret.ts'
import { signWebhook } from './signing.ts'

/** The specification's own library is the judge: it knows nothing of ours. It reads the time from the platform's clock. */
const now = Date.UTC(2026, 10, 20, 10, 30)
const timestamp = now / 1000
beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const verify = (secret: Secret, body: string, headers: Readonly<Record<string, string>>) =>
  new Webhook(secret.reveal()).verify(body, { ...headers }, { jsonParse: false })

const id = 'evt-01939c2a-7b1e-7c41-a2d6-8f0b1c3e5a79'
const text = string({ unit: 'binary', minLength: 1 })
const bodies = oneof(
  constant(''),
  text,
  text.map((part) => part.repeat(Math.ceil(20_480 / part.length))),
)

describe('a secret', () => {
  test('is whsec_ and the base64 of 32 bytes, never the same twice', () => {
    const secrets = Array.from({ length: 50 }, () => mintWebhookSecret().reveal())
    expect(new Set(secrets).size).toBe(50)
    for (const secret of secrets) {
      expect(secret.slice(0, 6)).toBe('whsec_')
      expect(fromBase64(secret.slice(6))).toHaveLength(32)
    }
  })

  test('is not printed', () => {
    const secret = mintWebhookSecret()
    expect(() => `${secret as unknown as string}`).toThrow(TypeError)
    expect(() => JSON.stringify({ secret })).toThrow(TypeError)
  })
})

describe('a signed attempt', () => {
  test('has the signature that the libraries of the specification are tested with', async () => {
    const secret = new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const attempt = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
    expect(await signWebhook(attempt, [secret])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('is verified by standardwebhooks, whatever its body', async () => {
    const secret = mintWebhookSecret()
    await assert(
      asyncProperty(bodies, nat(300), async (body, ago) => {
        const headers = await signWebhook({ id, timestamp: timestamp - ago, body }, [secret])
        verify(secret, body, headers)
        expect(() => verify(secret, `${body} `, headers)).toThrow('No matching signature')
      }),
    )
  })

  test('during a rotation is verified by the new secret and by the old one, and by no other', async () => {
    const [fresh, old, other] = [mintWebhookSecret(), mintWebhookSecret(), mintWebhookSecret()]
    const headers = await signWebhook({ id, timestamp, body: '{}' }, [fresh, old])
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
    verify(fresh, '{}', headers)
    verify(old, '{}', headers)
    expect(() => verify(other, '{}', headers)).toThrow('No matching signature')
  })
})

describe('not signed', () => {
  const secrets = [mintWebhookSecret()]

  test.each(['', 'evt-1.2', 'evt 1', 'evt-1\n', 'evt-é'])('the id %j', async (id) => {
    await expect(signWebhook({ id, timestamp, body: '{}' }, secrets)).rejects.toThrow(TypeError)
  })

  test.each([timestamp + 0.5, -1, Number.NaN, Infinity, 1e21])('the time %d', async (timestamp) => {
    await expect(signWebhook({ id, timestamp, body: '{}' }, secrets)).rejects.toThrow(TypeError)
  })

  test('anything, without a secret', async () => {
    await expect(signWebhook({ id, timestamp, body: '{}' }, [])).rejects.toThrow(TypeError)
  })

  test.each(['whsec_', 'whsec_c2hvcnQ=', `whsec_${btoa('a'.repeat(65))}`, `whsec_${'_'.repeat(44)}`])(
    'anything, by the secret %j, which the error does not quote',
    async (text) => {
      const error: unknown = await signWebhook({ id, timestamp, body: '{}' }, [new Secret(text)]).catch(
        (error: unknown) => error,
      )
      expect(error).toBeInstanceOf(TypeError)
      expect(String(error)).not.toContain(text)
    },
  )
})
