import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { validBodies } from '#contract/requestBodies.fixtures'
import { forbidden, withForbidden } from './invalidValues.ts'
import { kindOfMember } from './idPool.ts'
import type { IdPool } from './idPool.ts'
import { mutated } from './mutations.ts'
import { operationOf } from './operations.ts'
import type { Shape } from './schemaBodies.ts'
import { print, raw, text, written } from './jsonTree.ts'
import type { Written } from './jsonTree.ts'

/** A body's ids are those that are known, whatever the example has in their place. */
const withKnownIds = (tree: Written, ids: IdPool): fc.Arbitrary<Written> => {
  if ('raw' in tree) return fc.constant(tree)
  if ('items' in tree) return fc.tuple(...tree.items.map((item) => withKnownIds(item, ids))).map((items) => ({ items }))
  const members = tree.members.map(([name, value]) => {
    const kind = kindOfMember(name)
    const isId = kind !== null && 'raw' in value && value.raw !== 'null'
    const right = isId
      ? ids.id(kind).map((id) => (value.raw.startsWith('"') ? text(id) : raw(id)))
      : withKnownIds(value, ids)
    return right.map((inner) => [name, inner] as const)
  })
  return fc.tuple(...members).map((all) => ({ members: all }))
}

/** Bodies for an endpoint, right ones and wrong ones; null for one that takes none. */
export const bodyOf = (endpoint: Endpoint, ids: IdPool, bodies: (shape: Shape) => fc.Arbitrary<Written>) => {
  const content = operationOf(endpoint).requestBody?.content['application/json']
  if (content === undefined) return fc.constant(null)
  const examples = [...Object.values(content.examples ?? {}).map(({ value }) => value), validBodies[endpoint.name]]
  const exemplary = fc.oneof(...examples.map((value) => withKnownIds(written(value), ids)))
  const made = bodies(content.schema)
  const wrong = forbidden(content.schema)
  const breaking = fc
    .tuple(fc.oneof(exemplary, made), wrong.length === 0 ? fc.constant(null) : fc.constantFrom(...wrong))
    .map(([tree, one]) => (one === null ? tree : withForbidden(tree, one)))
    .map((tree) => new TextEncoder().encode(print(tree)))
  return fc.oneof(
    { weight: 2, arbitrary: mutated(exemplary) },
    { weight: 2, arbitrary: mutated(made) },
    { weight: 1, arbitrary: breaking },
  )
}
