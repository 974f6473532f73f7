import { expect, test } from 'vitest'
import { logIn, pairDevice } from '../../testing/device.ts'
import { firstError } from '../../testing/firstError.ts'
import type { Answered, Call, MerchantOptions } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const { as, fetch } = startWorker()

const setUp = async (options: MerchantOptions = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, call: as(merchant.secretKey) }
}

const register = async (call: Call, more: object = {}): Promise<string> => {
  const body = { registrationCode: 'READER', nickname: 'Till 1', ...more }
  return (await call('POST', '/v1/terminals', { body })).json.terminals[0].id
}

/** A paired reader that is logged in. */
const readerOf = async (call: Call, body: object = {}) => {
  const device = await pairDevice(fetch, call, body)
  return { device, ...(await logIn(fetch, device)) }
}

test('has pages that lead from one to the next, newest first, without what was deleted', async () => {
  const { call } = await setUp()
  const ids: string[] = []
  for (const nickname of ['1', '2', '3', '4', '5', '6']) ids.unshift(await register(call, { nickname }))
  const [deleted] = ids.splice(3, 1)
  await call('DELETE', `/v1/terminals/${deleted}`)
  const seen: string[][] = []
  let path: string | undefined = '/v1/terminals?pageSize=2'
  while (path !== undefined) {
    const page: Answered = await call('GET', path)
    expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '5'])
    seen.push(page.json.terminals.map(({ id }: { id: string }) => id))
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)?.[1]
  }
  expect(seen).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  expect((await call('GET', '/v1/terminals?pageNumber=3&pageSize=2')).headers.get('link')).toBe(
    '</v1/terminals?pageNumber=1&pageSize=2>; rel="first", </v1/terminals?pageNumber=2&pageSize=2>; rel="prev"',
  )
})

test('has each terminal as it is read alone, with the status that it has now', async () => {
  const { call } = await setUp()
  for (const registrationCode of ['READER', 'SIM003', 'SIM004']) await register(call, { registrationCode })
  await pairDevice(fetch, call)
  const { line } = await readerOf(call)
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

test('refuses a cursor of another list', async () => {
  const { call } = await setUp()
  await register(call)
  await call('POST', '/v1/customers', { body: {} })
  await call('POST', '/v1/customers', { body: {} })
  const link = (await call('GET', '/v1/customers?pageSize=1')).headers.get('link')!
  const cursor = /cursor=([^&>]+)/.exec(link)![1]
  expect(firstError(await call('GET', `/v1/terminals?cursor=${cursor}`))).toEqual([400, 'query_invalid', 'cursor'])
})
