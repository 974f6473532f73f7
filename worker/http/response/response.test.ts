import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { toResponse } from './response.ts'

const context = { requestId: 'r2', baseUrl: 'https://pay.test' }

test('a result becomes a JSON envelope with its headers', async () => {
  const answer = { things: [1], errors: null, headers: { link: '</v1/x>; rel="next"' } }
  const { response, replayOf } = toResponse(answer, context)
  expect(replayOf).toBeNull()
  expect(await response.json()).toEqual({ requestId: 'r2', things: [1], errors: null })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('link')).toBe('</v1/x>; rel="next"')
})

test('a replayed result has the requestId of the first request', async () => {
  const { response, replayOf } = toResponse({ errors: null, replayOf: 'r1' }, context)
  expect(await response.json()).toEqual({ requestId: 'r1', errors: null })
  expect(replayOf).toBe('r1')
})

test('a text result is sent unchanged with its media type', async () => {
  const text = { type: 'text/csv; charset=utf-8', body: 'id,value\r\n1,10.5\r\n' }
  const { response } = toResponse({ errors: null, text, headers: { 'x-total-count': '1' } }, context)
  expect(await response.text()).toBe(text.body)
  expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': text.type, 'x-total-count': '1' })
})

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint.response] as const))(
  '%s has no response member named text, headers or replayOf',
  (_name, answer) => {
    const members = Object.keys((answer as unknown as { entries?: object }).entries ?? {})
    expect(members).toContain('errors')
    for (const word of ['text', 'headers', 'replayOf']) expect(members).not.toContain(word)
  },
)
