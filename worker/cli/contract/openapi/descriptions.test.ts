import { describe, expect, test } from 'vitest'
import { memberTexts, pathTexts } from '../../../contract/memberTexts.ts'
import { createDescriber, describer, undescribedParameters } from './describeMembers.ts'
import { openApiDocument } from './document.ts'

const document = openApiDocument()

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

interface Member {
  readonly path: string
  readonly json: { readonly description?: string; readonly name?: string }
}

/** Adds all members of schemas and all parameters below a node, without examples. */
const collectParts = (node: unknown, path: string, parts: Member[]): Member[] => {
  if (!isObject(node)) return parts
  for (const [name, value] of Object.entries(node)) {
    const inner = `${path}/${name}`
    if (name === 'examples' || name === 'example') continue
    if (name === 'properties' && isObject(value))
      for (const [member, json] of Object.entries(value)) {
        parts.push({ path: `${inner}/${member}`, json: json as Member['json'] })
        collectParts(json, `${inner}/${member}`, parts)
      }
    else if (name === 'parameters' && Array.isArray(value)) {
      for (const json of value as Member['json'][])
        if (!('$ref' in json)) parts.push({ path: `${inner}/${json.name}`, json })
    } else collectParts(value, inner, parts)
  }
  return parts
}

const parts = collectParts(document, '', [])

test('every member and every parameter has a description', () => {
  expect(parts.length).toBeGreaterThan(1000)
  expect([...describer.missing], 'members without a text: add them to the memberTexts.ts of their noun').toEqual([])
  expect([...undescribedParameters], 'path parameters without a text: add them to pathTexts').toEqual([])
  expect(parts.filter(({ json }) => !json.description).map(({ path }) => path)).toEqual([])
})

test('no text of a member is left over', () => {
  const entries = Object.entries(memberTexts).flatMap(([object, members]) =>
    Object.keys(members).map((name) => `${object} . ${name}`),
  )
  expect(entries.filter((entry) => !describer.used.has(entry))).toEqual([])
})

test('no text of a path parameter is left over', () => {
  const printed = JSON.stringify(document)
  expect(Object.keys(pathTexts).filter((place) => !printed.includes(`/${place}`))).toEqual([])
})

test('descriptions are sentences of at least two words, and end with a period', () => {
  const wrong = parts.filter(
    ({ json: { description = '' } }) => !/^\S.*\.$/s.test(description) || !description.trim().includes(' '),
  )
  expect(wrong.map(({ path, json }) => `${path}: ${json.description}`)).toEqual([])
})

const leaf = { type: 'string' }
const object = (properties: object) => ({ type: 'object', properties })

describe('the describer of members', () => {
  const texts = {
    '*': { id: 'Any id.' },
    Shop: { name: 'Its name.', 'owner.name': 'Name of its owner.' },
    'Shop.door': { $as: 'Door', color: 'Its color.' },
    Door: { color: 'Unused.', width: 'Its width.' },
  }
  const describedBy = (schema: object) => {
    const { describe: describeShop, missing } = createDescriber(texts)
    return { json: describeShop('Shop', schema as never), missing: [...missing] }
  }

  test('takes the text of the object, of its path, of `$as`, and of all objects', () => {
    const door = { type: 'array', items: object({ color: leaf, width: leaf }) }
    const { json, missing } = describedBy(object({ id: leaf, name: leaf, owner: object({ name: leaf }), door }))
    expect(json).toMatchObject({
      properties: {
        id: { description: 'Any id.' },
        name: { description: 'Its name.' },
        owner: { properties: { name: { description: 'Name of its owner.' } } },
        door: { items: { properties: { color: { description: 'Its color.' }, width: { description: 'Its width.' } } } },
      },
    })
    expect(missing).toEqual(['Shop.owner', 'Shop.door'])
  })

  test('reports members without a text', () => {
    expect(describedBy(object({ roof: leaf })).missing).toEqual(['Shop.roof'])
  })

  test('keeps the format of a schema after the text, and names read-only members', () => {
    const { json } = describedBy(object({ name: { ...leaf, readOnly: true, description: 'Format: date.' } }))
    expect(json).toMatchObject({
      properties: { name: { description: 'Its name. Format: date. Read-only: accepted in a request, and ignored.' } },
    })
  })
})
