import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { memberKind } from './idPool.ts'
import type { IdPool } from './idPool.ts'
import { usually } from './weighting.ts'
import { payloadText } from './payloads.ts'
import { openapiOperation } from './operations.ts'
import { encodeSegment } from './paths.ts'
import type { JsonSchema } from './schemaBodies.ts'
import type { JsonTree } from './jsonTree.ts'

const parameter = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  usually(4, values, payloadText).map((value) => `${encodeSegment(name)}=${encodeSegment(value)}`)

const plainText = (tree: JsonTree): string => {
  const printed = 'raw' in tree ? tree.raw : ''
  return printed.startsWith('"') ? (JSON.parse(printed) as string) : printed
}

const queryValues: Readonly<Record<string, readonly string[]>> = {
  status: ['captured', 'authorized,voided', 'refunded', 'nothing'],
  type: ['authorize', 'credit', 'authorize,credit', '4', '4,5'],
  method: ['creditCard', 'check,cash'],
  from: ['2026-01-01', '2026-11-20T12:00:00Z', '2100-01-01', '0000-01-01'],
  to: ['2100-01-01', '2026-01-01', '2026-11-20T12:00:00+01:00'],
  since: ['2026-01-01', '2026-11-20T12:00:00Z'],
  reference: ['Cart:42', '42', 'cart', ':', '=1+1'],
}

/** Queries with some parameters of the endpoint, and sometimes unknown ones. */
export const requestQueries = (
  endpoint: Endpoint,
  ids: IdPool,
  bodies: (shape: JsonSchema) => fc.Arbitrary<JsonTree>,
) => {
  const own = (openapiOperation(endpoint).parameters ?? []).flatMap(({ in: place, name, schema }) => {
    if (place !== 'query' || name === undefined || schema === undefined) return []
    const kind = memberKind(name)
    const words = queryValues[name]
    const right =
      kind !== null
        ? ids.id(kind)
        : words !== undefined
          ? fc.constantFrom(...words)
          : bodies({ type: 'object', properties: { [name]: schema }, required: [name] }).map((tree) =>
              'members' in tree ? plainText(tree.members[0]![1]) : '',
            )
    return [usually(name === 'cursor' ? 1 : 8, fc.constant(''), parameter(name, right))]
  })
  const odd = usually(
    12,
    fc.constant(''),
    payloadText.map((name) => `${encodeSegment(name)}=1`),
    fc.constantFrom(
      'a',
      '&',
      '=',
      '%',
      '%E0%A4%A=%',
      'cursor=',
      'limit=1&limit=2',
      'page=0',
      'limit=-1',
      `a=${'a'.repeat(9000)}`,
    ),
    fc.constantFrom('__proto__=1', 'constructor[prototype]=1', 'limit[]=1', 'pageSize=1e1', 'page=2147483648'),
  )
  return fc.tuple(odd, ...own).map((parts) => {
    const query = parts.filter((part) => part !== '').join('&')
    return query === '' ? '' : `?${query}`
  })
}
