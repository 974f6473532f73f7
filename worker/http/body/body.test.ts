import { describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../testing/merchant.ts'
import { cardPayment, createMerchant, gatewayOrigin, countRows, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

/** A setting is the smallest thing that can be sent and read back. */
const put = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
  call('PUT', '/v1/account', { body, headers })

const authorize = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
  call('POST', '/v1/transactions/authorize', { body, headers })

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(new TextEncoder().encode(part)) : part)),
  )

/** `depth` levels of objects, the outermost being the body itself. */
const nested = (depth: number): string => '{"order":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1)
const nestedArrays = (depth: number): string => `{"order":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

const kibibytes = (length: number): string => {
  const name = '{"name":"Padded"'
  return `${name.padEnd(length * 1024 - 1)}}`
}

/** A body without Content-Length. */
const stream = (text: string): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < text.length; at += 16_384)
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 16_384)))
      controller.close()
    },
  })

describe('unreadable bodies', () => {
  const cases: readonly (readonly [what: string, body: unknown, type: string, reason?: string])[] = [
    ['none', undefined, 'body_required'],
    ['an empty one', '', 'body_required'],
    ['a cut one', '{"payment":', 'json_invalid', 'it is malformed'],
    ['only white space', ' \n', 'json_invalid', 'it is malformed'],
    ['a trailing comma', '{"amount":{"value":1,}}', 'json_invalid', 'it is malformed'],
    ['two objects', '{}{}', 'json_invalid', 'it is malformed'],
    ['a comment', '{}//', 'json_invalid', 'it is malformed'],
    ['a string that does not end', '{"payment', 'json_invalid', 'it is malformed'],
    ['NaN', '{"amount":{"value":NaN}}', 'json_invalid', 'it is malformed'],
    ['an array', '[]', 'json_invalid', 'it is not an object'],
    ['null', 'null', 'json_invalid', 'it is not an object'],
    ['a number', '5', 'json_invalid', 'it is not an object'],
    ['a string', '"{}"', 'json_invalid', 'it is not an object'],
    ['a member twice', '{"amount":{"value":1},"amount":{"value":2}}', 'json_invalid', 'a member name occurs twice'],
    ['a member twice with one value', '{"amount":{},"amount":{}}', 'json_invalid', 'a member name occurs twice'],
    ['a nested member twice', '{"amount":{"value":1,"value":1}}', 'json_invalid', 'a member name occurs twice'],
    [
      'a member twice, once escaped',
      '{"amount":{"value":1,"v\\u0061lue":2}}',
      'json_invalid',
      'a member name occurs twice',
    ],
    [
      'a member twice in an array',
      '{"order":{"lines":[{},{"tax":1,"tax":1}]}}',
      'json_invalid',
      'a member name occurs twice',
    ],
    ['21 levels of objects', nested(21), 'json_invalid', 'it nests deeper than 20 levels'],
    ['30 levels of objects', nested(30), 'json_invalid', 'it nests deeper than 20 levels'],
    ['21 levels of arrays', nestedArrays(21), 'json_invalid', 'it nests deeper than 20 levels'],
    ['100,000 levels, cut', '['.repeat(100_000), 'json_invalid', 'it nests deeper than 20 levels'],
    ['bytes that are no UTF-8', bytes('{"name":"', [0xff, 0xfe], '"}'), 'json_invalid', 'it is not UTF-8'],
    ['an overlong encoding', bytes('{"name":"', [0xc0, 0xaf], '"}'), 'json_invalid', 'it is not UTF-8'],
    ['UTF-16', bytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'json_invalid', 'it is not UTF-8'],
  ]

  test.each(cases)('body: %s is rejected with 400, and nothing is stored', async (_what, body, type, reason) => {
    const before = await countRows(merchant)
    for (const answer of [await authorize(body), await call('POST', '/v1/tokens', { body }), await put(body)]) {
      expect(answer.status).toBe(400)
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      expect(answer.json.errors).toMatchObject([
        {
          type,
          message: {
            field: null,
            code: type,
            docs: `${gatewayOrigin}/errors#${type}`,
            details: reason ? { reason } : null,
          },
        },
      ])
    }
    expect(await countRows(merchant)).toEqual(before)
  })

  test('a body of 20 levels is accepted', async () => {
    for (const body of [nested(20), nestedArrays(20)])
      for (const answer of [await authorize(body), await put(body)])
        expect(answer.json.errors.map(({ type }: { type: string }) => type)).not.toContain('json_invalid')
  })

  test('brackets and quotes inside strings do not count as levels', async () => {
    const name = '{[{[{[{[{[{[{[{[{[{[{[{["name":"\\" ,"name":'
    expect((await put({ name, legalTexts: { en: { bankDebit: name } } })).json.account.name).toBe(name)
  })

  test('a json_invalid error does not quote the body', async () => {
    const answer = await authorize('{"payment":{"creditCard":{"accountNumber":"4242424242424242",}}}')
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('424242')
  })
})

describe('body size', () => {
  test('a body of 256 KiB is accepted', async () => {
    expect((await put(kibibytes(256))).json.account.name).toBe('Padded')
    expect((await put(stream(kibibytes(256)))).json.account.name).toBe('Padded')
  })

  test.each([
    ['257 KiB', kibibytes(257)],
    ['300 KiB', kibibytes(300)],
    ['256 KiB and a byte', `${kibibytes(256)} `],
    ['300 KiB of nothing', ' '.repeat(300 * 1024)],
  ])('a body of %s returns 413, with and without Content-Length', async (_what, text) => {
    const before = await countRows(merchant)
    for (const body of [() => text, () => stream(text)])
      for (const answer of [await put(body()), await authorize(body())]) {
        expect(answer.status).toBe(413)
        expect(answer.json).toMatchObject({ errors: [{ type: 'body_too_large' }] })
        expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      }
    expect(await countRows(merchant)).toEqual(before)
  })

  test('a Content-Length above the limit returns 413 before the body is read', async () => {
    const answer = await put('{}', { 'content-length': String(256 * 1024 + 1) })
    expect(answer.status).toBe(413)
  })

  test('a large body with a small Content-Length returns 413', async () => {
    const answer = await put(stream(kibibytes(300)), { 'content-length': '10' })
    expect(answer.status).toBe(413)
  })
})

describe('Content-Type', () => {
  const accepted = [
    'application/json',
    'Application/JSON',
    'text/json',
    'application/x+json',
    'application/vnd.merchant.payment-v1+json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; CHARSET=utf8',
    'application/json; version=1; charset=utf-8',
  ]
  const rejected = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/+json',
    'text/x+json',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json, text/plain',
    '*/*',
  ]

  test.each(accepted)('Content-Type %s is accepted', async (type) => {
    const answer = await put({ name: 'Typed' }, { 'content-type': type })
    expect(answer.status).toBe(200)
    expect((await authorize(cardPayment(), { 'content-type': type })).json.responseCode).toBe('00')
  })

  test.each(rejected)('Content-Type %s returns 415, and nothing is stored', async (type) => {
    const before = await countRows(merchant)
    for (const answer of [
      await put({ name: 'Never' }, { 'content-type': type }),
      await authorize(cardPayment(), { 'content-type': type }),
    ]) {
      expect(answer.status).toBe(415)
      expect(answer.json).toMatchObject({ errors: [{ type: 'media_type_unsupported' }] })
    }
    expect(await countRows(merchant)).toEqual(before)
  })

  test('a missing Content-Type returns 415', async () => {
    const request = new Request(`${gatewayOrigin}/v1/account`, {
      method: 'PUT',
      headers: { 'x-api-key': merchant.secretKey },
      body: bytes('{"name":"Never"}') as BufferSource,
    })
    expect(request.headers.has('content-type')).toBe(false)
    const response = await worker.fetch(request)
    expect(response.status).toBe(415)
  })

  test('a Content-Encoding other than identity returns 415', async () => {
    expect((await put({ name: 'Never' }, { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await put({ name: 'Never' }, { 'content-encoding': 'br' })).status).toBe(415)
    expect((await put({ name: 'Plain' }, { 'content-encoding': 'identity' })).status).toBe(200)
  })
})

describe('character encoding', () => {
  test('a body may begin with a byte order mark', async () => {
    expect((await put(bytes([0xef, 0xbb, 0xbf], '{"name":"Marked"}'))).json.account.name).toBe('Marked')
  })

  test('UTF-8 text outside the basic plane is stored unchanged', async () => {
    expect((await put({ name: 'Café 東京 🧾' })).json.account.name).toBe('Café 東京 🧾')
    expect((await put('{"name":"Caf\\u00e9 \\ud83e\\uddfe"}')).json.account.name).toBe('Café 🧾')
  })
})

describe('unknown members', () => {
  test('unknown top-level members of authorize are rejected with one error each, and nothing is stored', async () => {
    const before = await countRows(merchant)
    const answer = await authorize({ ...cardPayment(), capture: true, Amount: 1 })
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([
      { type: 'unknown_member', message: { field: 'Amount' } },
      { type: 'unknown_member', message: { field: 'capture' } },
    ])
    expect(await countRows(merchant)).toEqual(before)
  })

  test('unknown members are named in errors with card numbers masked', async () => {
    const answer = await authorize({ ...cardPayment(), '4242424242424242': 1 })
    expect(answer.json.errors).toMatchObject([{ type: 'unknown_member', message: { field: '****************' } }])
    expect(answer.text).not.toContain('424242')
  })
})

describe('names of JavaScript prototypes', () => {
  test('__proto__ at the top of authorize is rejected with unknown_member', async () => {
    const answer = await authorize(`{"__proto__":{"amount":{"value":1}},${JSON.stringify(cardPayment()).slice(1)}`)
    expect(answer.json.errors).toMatchObject([{ type: 'unknown_member', message: { field: '__proto__' } }])
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'member %s does not pollute prototypes',
    async (name) => {
      const payment = JSON.stringify(cardPayment().payment)
      const polluting = `{"amount":{"${name}":{"value":5,"currency":840}},"payment":${payment}}`
      const answer = await authorize(polluting)
      expect(answer.json.errors).toMatchObject([
        { type: 'unknown_member', message: { field: `amount.${name}` } },
        { type: 'required', message: { field: 'amount.value' } },
      ])
      expect(({} as Record<string, unknown>)['currency']).toBeUndefined()
    },
  )

  test('__proto__ in metadata is rejected with unknown_member and does not pollute prototypes', async () => {
    const answer = await authorize(
      `{"order":{"metadata":{"__proto__":"x","cart":"7"}},${JSON.stringify(cardPayment()).slice(1)}`,
    )
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([
      { type: 'unknown_member', message: { field: 'order.metadata.__proto__' } },
    ])
    expect(({} as Record<string, unknown>)['cart']).toBeUndefined()
  })
})
