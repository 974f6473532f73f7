import { expect, test } from 'vitest'
import { scanJson } from '../../http/jsonScan.ts'
import { naughtyBodies } from './naughty.ts'
import { parseBody } from './parse.ts'
import { print } from './written.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** What JavaScript makes of a body, or undefined of one that the contract does not take. */
const readByPlatform = (bytes: Uint8Array): unknown => {
  try {
    const text = decoder.decode(bytes)
    return scanJson(text) === null ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const readHere = (bytes: Uint8Array): unknown => {
  const tree = parseBody(bytes)
  return tree === null ? undefined : JSON.parse(print(tree))
}

test('JSON is read as the platform reads it, of all that programs have stumbled over', () => {
  const differing = naughtyBodies.filter(
    (bytes) => JSON.stringify(readHere(bytes)) !== JSON.stringify(readByPlatform(bytes)),
  )
  expect(differing.map((bytes) => new TextDecoder().decode(bytes).slice(0, 100))).toEqual([])
})

test.each([
  ['{"a":1.50}', '{"a":1.50}'],
  [' [ 1 , "\\u0041" ] ', '[1,"\\u0041"]'],
  ['{"a":1,"\\u0061":2}', null],
  [`${'['.repeat(20)}${']'.repeat(20)}`, `${'['.repeat(20)}${']'.repeat(20)}`],
  [`${'['.repeat(21)}${']'.repeat(21)}`, null],
  ['{"a":1}}', null],
  ['', null],
])('%s is %s', (body, expected) => {
  const tree = parseBody(new TextEncoder().encode(body))
  expect(tree === null ? null : print(tree)).toBe(expected)
})
