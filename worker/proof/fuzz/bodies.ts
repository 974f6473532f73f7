import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { validBodies } from '#contract/requestBodies.fixtures'
import { invalidValues, withInvalidValue } from './invalidValues.ts'
import { memberKind } from './idPool.ts'
import type { IdPool } from './idPool.ts'
import { mutatedBodies } from './mutations.ts'
import { openapiOperation } from './operations.ts'
import type { JsonSchema } from './schemaBodies.ts'
import { serialize, raw, text, toTree } from './jsonTree.ts'
import type { JsonTree } from './jsonTree.ts'

/** Replaces the ids of an example by ids of the pool. */
const withPoolIds = (tree: JsonTree, ids: IdPool): fc.Arbitrary<JsonTree> => {
  if ('raw' in tree) return fc.constant(tree)
  if ('items' in tree) return fc.tuple(...tree.items.map((item) => withPoolIds(item, ids))).map((items) => ({ items }))
  const members = tree.members.map(([name, value]) => {
    const kind = memberKind(name)
    const isId = kind !== null && 'raw' in value && value.raw !== 'null'
    const right = isId
      ? ids.id(kind).map((id) => (value.raw.startsWith('"') ? text(id) : raw(id)))
      : withPoolIds(value, ids)
    return right.map((inner) => [name, inner] as const)
  })
  return fc.tuple(...members).map((all) => ({ members: all }))
}

/** Valid and invalid bodies for an endpoint; null if it takes no body. */
export const requestBodies = (
  endpoint: Endpoint,
  ids: IdPool,
  bodies: (shape: JsonSchema) => fc.Arbitrary<JsonTree>,
) => {
  const content = openapiOperation(endpoint).requestBody?.content['application/json']
  if (content === undefined) return fc.constant(null)
  const examples = [...Object.values(content.examples ?? {}).map(({ value }) => value), validBodies[endpoint.name]]
  const fromExamples = fc.oneof(...examples.map((value) => withPoolIds(toTree(value), ids)))
  const generated = bodies(content.schema)
  const wrong = invalidValues(content.schema)
  const invalid = fc
    .tuple(fc.oneof(fromExamples, generated), wrong.length === 0 ? fc.constant(null) : fc.constantFrom(...wrong))
    .map(([tree, one]) => (one === null ? tree : withInvalidValue(tree, one)))
    .map((tree) => new TextEncoder().encode(serialize(tree)))
  return fc.oneof(
    { weight: 2, arbitrary: mutatedBodies(fromExamples) },
    { weight: 2, arbitrary: mutatedBodies(generated) },
    { weight: 1, arbitrary: invalid },
  )
}
