import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { countAllRows } from '../../testing/database/countAllRows.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import {
  bodyOf,
  bodyWithReference,
  kindOfParameter,
  nameOf,
  observable,
  parametersOf,
  pathOf,
  references,
} from './requests.fixtures.ts'
import {
  createAllResources,
  createMeetings,
  createResources,
  inOrder,
  rowsOf,
  unknownValues,
} from './resources.fixtures.ts'
import type { Kind, Known, Party, Resources } from './resources.fixtures.ts'

/**
 * Every operation of the contract, with each id of another account and of the other mode in each parameter of its path and each member of
 * its body: the response is that of an unknown id. New operations join by themselves.
 */

const { parties, meetings } = await createMeetings()

/** A request of an endpoint with a value in a parameter or a member. */
interface Place {
  readonly name: string
  readonly kind: Kind
  readonly send: (party: Party, own: Resources, value: string, others: Resources) => Promise<ApiResponse>
}

const subsets = (names: readonly string[]): string[][] =>
  names.reduce<string[][]>((all, name) => all.concat(all.map((some) => [...some, name])), [[]])

/** Each combination of parameters: one holds the value, the others own ids or those of the value's owner. */
const placesInPath = (endpoint: Endpoint): Place[] =>
  parametersOf(endpoint).flatMap((parameter, _at, all) =>
    subsets(all.filter((other) => other !== parameter)).map((alsoForeign) => ({
      name: [`{${parameter}}`, ...alsoForeign.map((other) => `with {${other}}`)].join(' '),
      kind: kindOfParameter(endpoint, parameter),
      send: async (party, own, value, others) => {
        const given = Object.fromEntries(
          alsoForeign.map((other) => [other, others[kindOfParameter(endpoint, other) as keyof Resources]] as const),
        )
        const body = await bodyOf(endpoint, party, own)
        return party.call(endpoint.method, pathOf(endpoint, own, { ...given, [parameter]: value }), body && { body })
      },
    })),
  )

const placesInBody = (endpoint: Endpoint): Place[] =>
  references
    .filter((reference) => reference.endpoint === endpoint)
    .map(({ path, kind, toValue }) => ({
      name: path,
      kind,
      send: async (party, own, value) => {
        const body = await bodyWithReference({ endpoint, path }, toValue(value), party, own)
        return party.call(endpoint.method, pathOf(endpoint, own), { body })
      },
    }))

const operations = endpoints
  .map((endpoint) => ({
    name: nameOf(endpoint),
    endpoint,
    places: [...placesInPath(endpoint), ...placesInBody(endpoint)],
  }))
  .filter(({ places }) => places.length > 0)

describe.each(meetings)('ids of $who', ({ who, outsider, own, victim, foreign }) => {
  // The team belongs to the account, in both modes.
  const separated = operations.filter(({ endpoint }) => !endpoint.liveOnly || !who.startsWith('the same account'))

  test.each(separated)(
    `$name responds to an id of ${who} as to an unknown one and changes nothing`,
    async ({ places }) => {
      /** The observable responses of all places, and how many rows the outsider gained. */
      const ask = async (values: Known) => {
        const before = await countAllRows(outsider.merchant)
        const responses = await inOrder(places, async ({ name, kind, send }) => {
          const response = await send(outsider, own, values[kind], values)
          const secrets = [victim.marker, ...Object.values(foreign)].filter((secret) => secret !== foreign[kind])
          expect(secrets.filter((secret) => response.text.includes(secret))).toEqual([])
          return { place: `${name} ${kind}`, ...observable(response, values[kind]) }
        })
        const after = Object.entries(await countAllRows(outsider.merchant))
        return { responses, written: after.map(([table, count]) => `${table} +${count - before[table]!}`) }
      }
      const before = await rowsOf(victim)
      const known = await ask(foreign)
      expect(await rowsOf(victim)).toEqual(before)
      expect(known).toEqual(await ask(unknownValues))
    },
  )
})

/**
 * Members that take ids of the merchant's own system, one that only the processor gets, the cursor of another operation, and the text of a
 * search.
 */
const withoutTrace = new Set([
  'cursor',
  'initiatedByUserId',
  'order.referenceObjectId',
  'payment.stored.initialTransactionId',
  'query',
])

test.each(operations)('$name responds to an own id otherwise than to an unknown one', async ({ endpoint, places }) => {
  const party = parties.merchant[endpoint.liveOnly ? 'live' : 'test']
  const names = new Set(places.map(({ name }) => name))
  const distinguished = new Set<string>()
  let known = await createAllResources(party)
  for (const { name, kind, send } of places) {
    if (distinguished.has(name)) continue
    // The operation may have deleted those of the last place.
    if (name.startsWith('{')) known = Object.assign({}, known, await createResources(party))
    const response = observable(await send(party, known, known[kind], known), known[kind])
    const unknown = observable(await send(party, known, unknownValues[kind], known), unknownValues[kind])
    if (response.status !== unknown.status || response.body !== unknown.body) distinguished.add(name)
  }
  expect(distinguished).toEqual(new Set([...names].filter((name) => !withoutTrace.has(name))))
})
