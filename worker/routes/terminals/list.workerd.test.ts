import { expect, test } from 'vitest'
import { pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { registerTerminal, terminalRequests } from '../../testing/fixtures/terminalRequests.ts'

const { connectTerminal, fetch, setUp } = terminalRequests()

test('pages of terminals link from one to the next, newest first, without deleted terminals', async () => {
  const { call } = await setUp()
  const ids: string[] = []
  for (const nickname of ['1', '2', '3', '4', '5', '6']) ids.unshift(await registerTerminal(call, { nickname }))
  const [deleted] = ids.splice(3, 1)
  await call('DELETE', `/v1/terminals/${deleted}`)
  const pages: string[][] = []
  let path: string | undefined = '/v1/terminals?pageSize=2'
  while (path !== undefined) {
    const page: ApiResponse = await call('GET', path)
    expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '5'])
    pages.push(page.json.terminals.map(({ id }: { id: string }) => id))
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)?.[1]
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  expect((await call('GET', '/v1/terminals?pageNumber=3&pageSize=2')).headers.get('link')).toBe(
    `</v1/terminals?pageNumber=1&pageSize=2>; rel="first", </v1/terminals?pageNumber=2&pageSize=2&cursor=-${ids[4]}>; rel="prev"`,
  )
})

test('the list of terminals has each terminal as a GET returns it, with its current status', async () => {
  const { call } = await setUp()
  for (const registrationCode of ['READER', 'SIM003', 'SIM004']) await registerTerminal(call, { registrationCode })
  await pairDevice(fetch, call)
  const { line } = await connectTerminal(call)
  const { terminals } = (await call('GET', '/v1/terminals')).json
  expect(terminals.map(({ status }: { status: string }) => status)).toEqual([
    'online',
    'pending',
    'busy',
    'offline',
    'online',
  ])
  for (const terminal of terminals)
    expect((await call('GET', `/v1/terminals/${terminal.id}`)).json).toEqual({
      requestId: expect.any(String),
      terminals: [terminal],
      errors: null,
    })
  line.close()
})

test('a cursor of another list returns 400 query_invalid', async () => {
  const { call } = await setUp()
  await registerTerminal(call)
  await call('POST', '/v1/customers', { body: {} })
  await call('POST', '/v1/customers', { body: {} })
  const link = (await call('GET', '/v1/customers?pageSize=1')).headers.get('link')!
  const cursor = /cursor=([^&>]+)/.exec(link)![1]
  expect(firstError(await call('GET', `/v1/terminals?cursor=${cursor}`))).toEqual([400, 'query_invalid', 'cursor'])
})
