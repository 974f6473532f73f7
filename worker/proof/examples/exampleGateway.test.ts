import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleById, recordedExamples } from '../../cli/contract/examples/index.ts'
import { startExampleGateway } from './exampleGateway.ts'
import type { ExampleGateway } from './exampleGateway.ts'
import { targetOf } from './player.ts'

let gateway: ExampleGateway
beforeAll(async () => {
  gateway = await startExampleGateway()
})
afterAll(() => gateway.stop())

/** Sends the printed request of an example. */
const sendPrinted = async (id: string) => {
  const { request } = exampleById(id)
  const key = await gateway.prepare(id)
  const response = await fetch(gateway.url + targetOf(request), {
    method: request.method,
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
  return { status: response.status, ...(text !== '' && (isJson ? { body: JSON.parse(text) as unknown } : { text })) }
}

/** The printed response without its headers. */
const printedResponse = (id: string) => {
  const { headers: _, ...response } = exampleById(id).response
  return response
}

// The request of a body that is too large is printed without its padding.
const printed = recordedExamples.filter(({ response }) => response.status !== 413)

test.each([...Map.groupBy(printed, ({ story }) => story)])(
  'the printed requests of %s get the printed responses over HTTP',
  async (_story, examples) => {
    for (const { id } of examples) expect(await sendPrinted(id), id).toEqual(printedResponse(id))
  },
)

test('an example that was sent is answered in the same way when it is prepared again', async () => {
  for (let times = 0; times < 2; times++)
    expect(await sendPrinted('authorize-token')).toEqual(printedResponse('authorize-token'))
})

test('a request that matches no prepared example is answered, and changes no later response', async () => {
  await gateway.prepare('capture-part')
  const other = await fetch(`${gateway.url}/v1/account`, { headers: { 'x-api-key': gateway.keys.secret } })
  expect(other.status).toBe(200)
  expect(await sendPrinted('capture-part')).toEqual(printedResponse('capture-part'))
})
