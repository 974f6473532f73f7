import { inspect } from 'node:util'
import {
  assert,
  asyncProperty,
  boolean,
  constant,
  dictionary,
  integer,
  jsonValue,
  oneof,
  record,
  string,
} from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { mintWebhookSecret } from '../../worker/domain/webhooks/secret.ts'
import { signWebhook } from '../../worker/webhooks/delivery/signing.ts'
import { SluiceWebhookError, verifyWebhook, type ReceivedHeaders, type WebhookErrorReason } from './index.ts'

const id = 'evt-01939c2a-7b1e-7c41-a2d6-8f0b1c3e5a79'
const now = new Date('2026-11-20T10:30:00.999Z')
const timestamp = Math.floor(now.getTime() / 1000)
const secret = mintWebhookSecret().reveal()
const event = {
  id,
  kind: 1,
  type: 'transaction.captured',
  timestamp: '2026-11-20T10:30:00.123Z',
  apiVersion: 'v1',
  live: false,
  requestId: '019a9f3c5b7e7c41a2d68f0b1c3e5a79',
  sequence: 3,
  data: { transaction: { transactionId: '91234567890123', nameOnCard: 'José 😀' } },
}
const body = JSON.stringify(event)

const signed = async (attempt: { body?: string; timestamp?: number } = {}, secrets: readonly string[] = [secret]) => ({
  ...(await signWebhook(
    { id, timestamp, body, ...attempt },
    secrets.map((secret) => new Secret(secret)),
  )),
})
const headers = await signed()
const signature = headers['webhook-signature']

/** Why a request is refused; what was sent and the secret are in no part of the error. */
const reason = async (
  received: Parameters<typeof verifyWebhook>[0],
  headers: ReceivedHeaders,
  secrets: string | readonly string[] = secret,
  options = {},
): Promise<WebhookErrorReason> => {
  const thrown: unknown = await verifyWebhook(received, headers, secrets, { now, ...options }).then(
    () => 'an event',
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(SluiceWebhookError)
  const printed = inspect(thrown, { depth: null, showHidden: true })
  for (const one of [secrets].flat()) expect(printed).not.toContain(one.slice(6, 20))
  expect(printed).not.toContain('transaction.captured')
  return (thrown as SluiceWebhookError).reason
}

/** Signs with the specification's own library. */
const theirs = (body: string, id: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': new Webhook(secret).sign(id, new Date(timestamp * 1000), body),
})

const text = string({ unit: 'binary' })
const events = record({
  id: text,
  kind: integer({ min: 0, max: 6 }),
  type: text,
  live: boolean(),
  sequence: integer({ min: 1 }),
  data: dictionary(text, jsonValue()),
})
const long = string({ unit: 'binary', minLength: 1 }).map((part) => part.repeat(Math.ceil(20_480 / part.length)))

describe('signed webhooks', () => {
  test.each([
    ['standardwebhooks', async (body: string) => theirs(body, 'msg_p5jXN8AQM9LWM0D4loKWxJek')],
    ['the gateway', async (body: string) => signed({ body })],
  ])('an event signed by %s is verified as text and as bytes', async (_, sign) => {
    await assert(
      asyncProperty(
        oneof(
          events,
          long.map((name) => ({ name })),
        ),
        async (sent) => {
          const body = JSON.stringify(sent)
          const headers = await sign(body)
          for (const received of [body, new TextEncoder().encode(body)])
            expect(JSON.stringify(await verifyWebhook(received, headers, secret, { now }))).toBe(body)
        },
      ),
    )
  })

  test.each([
    ['standardwebhooks', async (body: string) => theirs(body, 'msg_p5jXN8AQM9LWM0D4loKWxJek')],
    ['the gateway', async (body: string) => signed({ body })],
  ])('a non-JSON body signed by %s is rejected with body_invalid', async (_, sign) => {
    await assert(
      asyncProperty(oneof(constant(''), text, long), async (text) => {
        const body = `-${text}`.slice(text === '' ? 1 : 0)
        expect(await reason(body, await sign(body))).toBe('body_invalid')
      }),
    )
  })

  test('a secret may lack its prefix and have 24 to 64 bytes', async () => {
    expect(await verifyWebhook(body, headers, secret.slice(6), { now })).toEqual(event)
    for (const length of [24, 64]) {
      const other = `whsec_${btoa('é'.repeat(length))}`
      expect(await verifyWebhook(body, await signed({}, [other]), other, { now })).toEqual(event)
    }
  })
})

describe('bodies', () => {
  const bytes = new TextEncoder().encode(`  ${body}`)
  test.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ["Node's Buffer, a part of a larger one", Buffer.from(bytes.buffer, 2)],
    ['an ArrayBuffer', bytes.slice(2).buffer],
  ])('a body as %s is verified', async (_, received) => {
    expect(await verifyWebhook(received, headers, secret, { now })).toEqual(event)
  })

  test('a buffer that is reused during verification does not change the event', async () => {
    const bytes = new TextEncoder().encode(body)
    const verified = verifyWebhook(bytes, headers, secret, { now })
    bytes.fill(0x20)
    expect(await verified).toEqual(event)
  })

  test.each(['null', '[]', '"text"', '7', '', '{', '\uFEFF{}'])(
    'signed body %j is rejected with body_invalid',
    async (body) => {
      expect(await reason(body, await signed({ body }))).toBe('body_invalid')
    },
  )

  test('a signed body that is not UTF-8 is rejected with body_invalid', async () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode('{"a":"'), 0xff, ...new TextEncoder().encode('"}'))
    const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes])
    const raw = Uint8Array.from(atob(secret.slice(6)), (character) => character.codePointAt(0)!)
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const mac = Buffer.from(await crypto.subtle.sign('HMAC', key, content)).toString('base64')
    expect(await reason(bytes, { ...headers, 'webhook-signature': `v1,${mac}` })).toBe('body_invalid')
  })

  test('a parsed body throws a TypeError', async () => {
    const parsed = event as unknown as string
    await expect(verifyWebhook(parsed, headers, secret, { now })).rejects.toThrow('must be the raw request body')
  })
})

describe('headers', () => {
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  const capital = {
    'Webhook-Id': id,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Signature': signature,
    'Content-Type': 'application/json',
    'X-Absent': undefined,
  }
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  test.each<[string, ReceivedHeaders]>([
    ['of fetch', new Headers(headers)],
    ['of an object', headers],
    ['in upper case', upper],
    ['in capitals, among others', capital],
    ['in lists', lists],
  ])('headers %s are accepted', async (_, headers) => {
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event)
  })

  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

  test.each(names)('a missing or empty %s is rejected with header_missing', async (name) => {
    const { [name]: _, ...others } = headers
    expect(await reason(body, others)).toBe('header_missing')
    expect(await reason(body, new Headers(others))).toBe('header_missing')
    for (const nothing of ['', undefined, []])
      expect(await reason(body, { ...others, [name]: nothing })).toBe('header_missing')
  })

  test.each(names)('a repeated %s is rejected with header_invalid', async (name) => {
    const value = headers[name]
    const appended = new Headers(headers)
    appended.append(name, value)
    const doubled = [
      appended,
      { ...headers, [name]: [value, value] },
      { ...headers, [name]: `${value}, ${value}` },
      { ...headers, [name.toUpperCase()]: value },
    ]
    for (const headers of doubled) expect(await reason(body, headers)).toBe('header_invalid')
  })

  test.each([
    '',
    'x',
    `0${timestamp}`,
    `+${timestamp}`,
    ` ${timestamp}`,
    `${timestamp}.0`,
    `${timestamp}e0`,
    '1'.repeat(13),
  ])('webhook-timestamp %j is rejected', async (time) => {
    const expected = time === '' ? 'header_missing' : 'header_invalid'
    expect(await reason(body, { ...headers, 'webhook-timestamp': time })).toBe(expected)
  })

  test('a webhook-id with a full stop is rejected', async () => {
    const shifted = `${timestamp}.${body}`
    expect(await reason(body, { ...theirs(shifted, id), 'webhook-id': `${id}.${timestamp}` })).toBe('header_invalid')
  })
})

describe('time', () => {
  const away = async (seconds: number, options = {}) =>
    verifyWebhook(body, await signed({ timestamp: timestamp + seconds }), secret, { now, ...options })

  test.each([-300, -1, 0, 1, 300])('a timestamp %d s away is accepted', async (seconds) => {
    expect(await away(seconds)).toEqual(event)
  })

  test.each([
    [-301, 'timestamp_too_old'],
    [301, 'timestamp_too_new'],
    [-timestamp, 'timestamp_too_old'],
    // Milliseconds instead of seconds.
    [timestamp * 100, 'timestamp_too_new'],
  ] as const)('a timestamp %d s away is rejected with %s', async (seconds, expected) => {
    expect(await reason(body, await signed({ timestamp: timestamp + seconds }))).toBe(expected)
  })

  test('toleranceSeconds sets the accepted difference', async () => {
    expect(await away(-3600, { toleranceSeconds: 3600 })).toEqual(event)
    expect(await away(0, { toleranceSeconds: 0 })).toEqual(event)
    const late = await signed({ timestamp: timestamp - 11 })
    expect(await reason(body, late, secret, { toleranceSeconds: 10 })).toBe('timestamp_too_old')
  })

  test.each([-1, Number.NaN])('toleranceSeconds %d throws a TypeError', async (toleranceSeconds) => {
    await expect(away(0, { toleranceSeconds })).rejects.toThrow(TypeError)
  })

  test('an invalid clock rejects every timestamp', async () => {
    expect(await reason(body, headers, secret, { now: new Date(Number.NaN) })).toBe('timestamp_too_old')
  })

  test('the platform’s clock is the default', async () => {
    const timestamp = Math.floor(Date.now() / 1000)
    expect(await verifyWebhook(body, await signed({ timestamp }), secret)).toEqual(event)
  })
})

describe('signatures', () => {
  const other = mintWebhookSecret().reveal()

  test('during a rotation signatures of the old and the new secret are accepted', async () => {
    const both = await signed({}, [other, secret])
    for (const secrets of [secret, other, [secret, other], [other, secret], [mintWebhookSecret().reveal(), secret]])
      expect(await verifyWebhook(body, both, secrets, { now })).toEqual(event)
    expect(await verifyWebhook(body, headers, [other, secret], { now })).toEqual(event)
  })

  test('signatures of other schemes are ignored', async () => {
    const mac = signature.slice(3)
    const beside = `v1a,${mac} v2,${mac} v1,x v1 ${mac} ${signature}`
    expect(await verifyWebhook(body, { ...headers, 'webhook-signature': beside }, secret, { now })).toEqual(event)
    for (const alone of [`v1a,${mac}`, `v2,${mac}`, `V1,${mac}`, `v1=${mac}`, mac, 'v1', 'v1,', ','])
      expect(await reason(body, { ...headers, 'webhook-signature': alone }), alone).toBe('signature_wrong')
  })

  test.each<[string, () => Promise<WebhookErrorReason>]>([
    ['id', () => reason(body, { ...headers, 'webhook-id': id.replace(/9$/, '8') })],
    ['time', () => reason(body, { ...headers, 'webhook-timestamp': String(timestamp - 1) })],
    ['body', () => reason(`${body}\n`, headers)],
    ['body, parsed and printed again', () => reason(JSON.stringify(JSON.parse(body), undefined, 2), headers)],
    ['secret', () => reason(body, headers, other)],
    ['secret, of two', () => reason(body, headers, [other, mintWebhookSecret().reveal()])],
  ])('a signature of another %s is rejected', async (_, refused) => {
    expect(await refused()).toBe('signature_wrong')
  })

  test('a signature with a changed bit or a wrong length is rejected', async () => {
    const mac = Buffer.from(signature.slice(3), 'base64')
    await assert(
      asyncProperty(integer({ min: 0, max: 255 }), integer({ min: 0, max: 31 }), async (bit, length) => {
        const changed = Buffer.from(mac)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        for (const bytes of [changed, mac.subarray(0, length), Buffer.concat([mac, mac.subarray(0, length + 1)])])
          expect(await reason(body, { ...headers, 'webhook-signature': `v1,${bytes.toString('base64')}` })).toBe(
            'signature_wrong',
          )
      }),
    )
  })

  test('a signature in non-canonical base64 is rejected', async () => {
    const mac = signature.slice(3)
    // The last of 43 characters carries 4 bits, so that with its two stray bits three more letters would mean the same.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const stray = mac.slice(0, 42) + alphabet[alphabet.indexOf(mac[42]!) + 1]! + '='
    expect(Buffer.from(stray, 'base64')).toEqual(Buffer.from(mac, 'base64'))
    for (const spelling of [
      stray,
      mac.slice(0, 43),
      `${mac}=`,
      `${mac}\t`,
      `\t${mac}`,
      `${mac},`,
      `${mac.slice(0, 20)}\n${mac.slice(20)}`,
    ])
      expect(await reason(body, { ...headers, 'webhook-signature': `v1,${spelling}` }), spelling).toBe(
        'signature_wrong',
      )
  })

  test('at most ten signatures are checked', async () => {
    const wrong = `v1,${Buffer.alloc(32).toString('base64')} `
    const after = (count: number) => ({ ...headers, 'webhook-signature': wrong.repeat(count) + signature })
    expect(await verifyWebhook(body, after(9), secret, { now })).toEqual(event)
    expect(await reason(body, after(10))).toBe('signature_wrong')
  })
})

describe('invalid secrets', () => {
  test.each([
    ['no secret', ''],
    ['an absent one', undefined as unknown as string],
    ['none of a list', []],
    ['one that is too short', `whsec_${btoa('a'.repeat(23))}`],
    ['one that is too long', `whsec_${btoa('a'.repeat(65))}`],
    ['one with a line end', `${secret}\n`],
    ['one cut short', secret.slice(0, -3)],
    ['a good one and a bad one', [secret, 'whsec_?']],
  ])('secret argument with %s throws a TypeError that does not quote it', async (_, secrets) => {
    for (const received of [headers, {}]) {
      const thrown: unknown = await verifyWebhook(body, received, secrets, { now }).catch((error: unknown) => error)
      expect(thrown).toBeInstanceOf(TypeError)
      expect(String(thrown)).toBe(
        'TypeError: secret must be whsec_ and the base64 of 24 to 64 bytes, or a list of such texts.',
      )
    }
  })
})
