import { describe, expect, test } from 'vitest'
import { createClient, errorReply, requestId, type Reply, type SentRequest } from './fakeGateway.fixtures.ts'

const page = (entries: readonly number[], more: object = {}, headers: Record<string, string> = {}): Reply => ({
  body: { requestId, apiKeys: entries, errors: null, ...more },
  headers,
})

const allOf = async (entries: AsyncIterable<unknown>): Promise<unknown[]> => {
  const all: unknown[] = []
  for await (const entry of entries) all.push(entry)
  return all
}
const queries = (sent: readonly SentRequest[]) => sent.map(({ url }) => new URL(url).search)

describe('lists', () => {
  test('a list call returns one page', async () => {
    const { client, sent } = createClient([page([1, 2])])
    expect((await client.listApiKeys({ pageSize: 2 })).apiKeys).toEqual([1, 2])
    expect(queries(sent)).toEqual(['?pageSize=2'])
  })

  test('iterating a list follows nextCursor', async () => {
    const { client, sent } = createClient([page([1, 2], { nextCursor: 'c' }), page([3, 4], { nextCursor: null })])
    expect(await allOf(client.listApiKeys({ pageSize: 2, pageNumber: 1 }))).toEqual([1, 2, 3, 4])
    expect(queries(sent)).toEqual(['?pageSize=2&pageNumber=1', '?pageSize=2&cursor=c'])
  })

  test('iterating a list follows the Link header, to the gateway only', async () => {
    const link =
      '<https://evil.test/v1/apikeys?pageNumber=1>; rel="first", <https://evil.test/x?pageNumber=2&cursor=c>; rel="next"'
    const { client, sent } = createClient([
      page([1], {}, { link }),
      page([2], {}, { link: '</v1/apikeys?pageNumber=1>; rel="prev"' }),
    ])
    expect(await allOf(client.listApiKeys())).toEqual([1, 2])
    expect(sent.map(({ url }) => url)).toEqual([
      'https://pay.test/v1/apikeys',
      'https://pay.test/v1/apikeys?pageNumber=2&cursor=c',
    ])
  })

  test('iterating a list counts page numbers until a page is not full', async () => {
    const { client, sent } = createClient([page([1, 2]), page([3, 4]), page([])])
    expect(await allOf(client.listApiKeys({ limit: 2, page: 3 }))).toEqual([1, 2, 3, 4])
    expect(queries(sent)).toEqual(['?limit=2&page=3', '?limit=2&page=4', '?limit=2&page=5'])
  })

  test('iterating a list loads pages lazily, and a list may be null', async () => {
    const { client, remaining } = createClient([page([1, 2]), page([3, 4])])
    for await (const entry of client.listApiKeys({ pageSize: 2 })) if (Object.is(entry, 1)) break
    expect(remaining).toHaveLength(1)
    expect(await allOf(createClient([{ body: { apiKeys: null } }]).client.listApiKeys())).toEqual([])
  })

  test('a failing page ends the iteration with its error', async () => {
    const { client } = createClient([page([1, 2]), errorReply(400, 'query_invalid')])
    await expect(allOf(client.listApiKeys({ pageSize: 2 }))).rejects.toThrow('query_invalid')
    await expect(allOf(createClient([{ status: 401 }]).client.listApiKeys())).rejects.toThrow('status 401')
  })
})
