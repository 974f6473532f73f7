import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { nameOf, observable, pathOf } from './requests.fixtures.ts'
import { createMeetings, inOrder, rowsOf } from './resources.fixtures.ts'
import type { Party, Resources } from './resources.fixtures.ts'

/** Every read of the contract, with every value of another account and of the other mode in each of its parameters. New ones join. */

const { meetings } = await createMeetings()

const reads = endpoints
  .filter(({ method }) => method === 'GET')
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }))

interface QuerySchema {
  readonly entries?: Readonly<Record<string, unknown>>
  readonly pipe?: readonly QuerySchema[]
}

/** The names of the parameters of a query. */
const parametersOfQuery = ({ query }: Endpoint): string[] => {
  const schema = query as unknown as QuerySchema | undefined
  return Object.keys(schema?.entries ?? schema?.pipe?.find(({ entries }) => entries !== undefined)?.entries ?? {})
}

/** Whether the contract allows the value. Else the response has no data anyway. */
const accepts = ({ query }: Endpoint, parameter: string, value: string): boolean =>
  query !== undefined && v.safeParse(query, { [parameter]: value }).success

/** The cursors of all lists of a party. */
const cursorsOf = async (party: Party, own: Resources): Promise<string[]> =>
  (
    await inOrder(reads, async ({ endpoint }) => {
      if (!parametersOfQuery(endpoint).includes('cursor')) return []
      const { headers } = await party.call('GET', `${pathOf(endpoint, own)}?pageSize=1`)
      const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      return next === undefined ? [] : [decodeURIComponent(next)]
    })
  ).flat()

describe.each(meetings)('reads with values of $who', ({ who, outsider, own, victim, foreign }) => {
  const secrets = [victim.marker, ...Object.values(foreign)]

  // The audit log and the team belong to the account: their rows store no mode.
  const separated = reads.filter(
    ({ endpoint }) =>
      (endpoint.name !== 'listAuditEntries' && !endpoint.liveOnly) || !who.startsWith('the same account'),
  )

  test.each(separated)(`$name returns nothing of ${who} with any filter`, async ({ endpoint }) => {
    const path = pathOf(endpoint, own)
    const before = await rowsOf(victim)
    const values = [
      ...secrets,
      `books ${victim.marker}`,
      `${victim.marker}@order.example`,
      ...(await cursorsOf(victim, foreign)),
    ]
    const ask = async (query: string, requested: string) => {
      const response = await outsider.call('GET', `${path}${query}`)
      const shown = secrets.filter((secret) => secret !== requested && response.text.includes(secret))
      expect([query, shown]).toEqual([query, []])
      // As in the links of lists.
      return observable(response, new URLSearchParams([['', requested]]).toString().slice(1))
    }
    await ask('', '')
    for (const parameter of parametersOfQuery(endpoint))
      for (const value of values) {
        if (!accepts(endpoint, parameter, value)) continue
        const shown = await ask(`?${parameter}=${encodeURIComponent(value)}`, value)
        // A value in the same form that nothing has.
        const other = value.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === '1' ? '2' : '1'))
        expect(shown).toEqual(await ask(`?${parameter}=${encodeURIComponent(other)}`, other))
      }
    expect(await rowsOf(victim)).toEqual(before)
  })
})
