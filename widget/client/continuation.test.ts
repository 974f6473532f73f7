import { expect, test } from 'vitest'
import { createClient, requestId } from './fakeGateway.fixtures.ts'

const answer = (complete: boolean, cursor: string | null) => ({
  body: { requestId, testClock: { now: '2027-01-01T00:00:00.000Z', offsetMs: 0 }, complete, cursor, errors: null },
})

test('advancing the test clock follows the cursor until the response is complete', async () => {
  const { client, sent } = createClient([answer(false, 'to5000'), answer(false, 'to5000'), answer(true, null)])
  expect(await client.advanceTestClock({ seconds: 5 })).toMatchObject({ complete: true, cursor: null })
  expect(sent.map(({ method, url, body }) => [method, new URL(url).pathname, body])).toEqual([
    ['POST', '/v1/testclock/advance', '{"seconds":5}'],
    ['POST', '/v1/testclock/advance', '{"cursor":"to5000"}'],
    ['POST', '/v1/testclock/advance', '{"cursor":"to5000"}'],
  ])
})

test('resetting the test clock continues with POST', async () => {
  const { client, sent } = createClient([answer(false, 'to0'), answer(true, null)])
  await client.resetTestClock()
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['DELETE', undefined],
    ['POST', '{"cursor":"to0"}'],
  ])
})

test('an incomplete response without a cursor is returned', async () => {
  const { client, sent } = createClient([answer(false, null)])
  expect(await client.setTestClock({ now: '2027-01-01' })).toMatchObject({ complete: false, cursor: null })
  expect(sent).toHaveLength(1)
})
