import { asyncProperty, assert, constant, nat, oneof, string } from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBase64 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { mintWebhookSecret } from '../../domain/webhooks/secret.ts'
import { signWebhook } from './signing.ts'

/** Signatures are verified by the reference library of Standard Webhooks, which reads the platform's clock. */
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

describe('mintWebhookSecret', () => {
  test('a webhook secret is whsec_ and unique base64 of 32 bytes', () => {
    const secrets = Array.from({ length: 50 }, () => mintWebhookSecret().reveal())
    expect(new Set(secrets).size).toBe(50)
    for (const secret of secrets) {
      expect(secret.slice(0, 6)).toBe('whsec_')
      expect(fromBase64(secret.slice(6))).toHaveLength(32)
    }
  })

  test('a webhook secret cannot be printed or serialized', () => {
    const secret = mintWebhookSecret()
    expect(() => `${secret as unknown as string}`).toThrow(TypeError)
    expect(() => JSON.stringify({ secret })).toThrow(TypeError)
  })
})

describe('signWebhook', () => {
  test('signWebhook reproduces the test vector of the reference libraries', async () => {
    const secret = new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const attempt = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
    expect(await signWebhook(attempt, [secret])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('a signature of any body is verified by standardwebhooks', async () => {
    const secret = mintWebhookSecret()
    await assert(
      asyncProperty(bodies, nat(300), async (body, ago) => {
        const headers = await signWebhook({ id, timestamp: timestamp - ago, body }, [secret])
        verify(secret, body, headers)
        expect(() => verify(secret, `${body} `, headers)).toThrow('No matching signature')
      }),
    )
  })

  test('a signature during a rotation is verified by the new and by the previous secret only', async () => {
    const [current, previous, other] = [mintWebhookSecret(), mintWebhookSecret(), mintWebhookSecret()]
    const headers = await signWebhook({ id, timestamp, body: '{}' }, [current, previous])
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
    verify(current, '{}', headers)
    verify(previous, '{}', headers)
    expect(() => verify(other, '{}', headers)).toThrow('No matching signature')
  })
})

describe('signWebhook errors', () => {
  const secrets = [mintWebhookSecret()]

  test.each(['', 'evt-1.2', 'evt 1', 'evt-1\n', 'evt-é'])(
    'signWebhook rejects the id %j with a TypeError',
    async (id) => {
      await expect(signWebhook({ id, timestamp, body: '{}' }, secrets)).rejects.toThrow(TypeError)
    },
  )

  test.each([timestamp + 0.5, -1, Number.NaN, Infinity, 1e21])(
    'signWebhook rejects the timestamp %d with a TypeError',
    async (timestamp) => {
      await expect(signWebhook({ id, timestamp, body: '{}' }, secrets)).rejects.toThrow(TypeError)
    },
  )

  test('signWebhook rejects an empty list of secrets with a TypeError', async () => {
    await expect(signWebhook({ id, timestamp, body: '{}' }, [])).rejects.toThrow(TypeError)
  })

  test.each(['whsec_', 'whsec_c2hvcnQ=', `whsec_${btoa('a'.repeat(65))}`, `whsec_${'_'.repeat(44)}`])(
    'signWebhook rejects the secret %j with a TypeError that does not contain it',
    async (text) => {
      const error: unknown = await signWebhook({ id, timestamp, body: '{}' }, [new Secret(text)]).catch(
        (error: unknown) => error,
      )
      expect(error).toBeInstanceOf(TypeError)
      expect(String(error)).not.toContain(text)
    },
  )
})
