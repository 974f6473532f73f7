import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExampleGateway } from './exampleGateway.ts'
import type { ExampleGateway } from './exampleGateway.ts'
import { exampleById } from '../../cli/contract/examples/index.ts'

let gateway: ExampleGateway
beforeAll(async () => {
  gateway = await startExampleGateway()
})
afterAll(() => gateway.stop())

/** Sends the printed request of an example. */
const sendPrinted = async (id: string) => {
  const { key, request } = exampleById(id)
  const response = await fetch(gateway.url + request.path, {
    method: request.method,
    headers: {
      'x-api-key': gateway.keys[key as 'secret'],
      'content-type': 'application/json',
      ...request.headers,
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

test.each(['create-customer', 'capture-all', 'authorize-token', 'get-transaction'])(
  'the printed request of %s gets the printed response over HTTP',
  async (id) => {
    const { status, body } = exampleById(id).response
    await gateway.prepare(id)
    expect(await sendPrinted(id)).toEqual({ status, body })
  },
)

test('examples of a story continue where it stands', async () => {
  await gateway.prepare('authorize-token')
  await sendPrinted('authorize-token')
  await gateway.prepare('get-transaction')
  expect((await sendPrinted('get-transaction')).body).toEqual(exampleById('get-transaction').response.body)
})
