import { describe, expect, test } from 'vitest'
import { changeAt, print, raw, sizeOf, written } from './written.ts'

const value = { a: [1, 'x', { b: null }], c: {} }
const tree = written(value)
const places = Array.from({ length: sizeOf(tree) }, (_, at) => at)

describe('JSON as it is written', () => {
  test('is printed as JavaScript prints it', () => {
    expect(print(tree)).toBe(JSON.stringify(value))
  })

  test('is changed at one place, and at each', () => {
    const changed = places.map((at) => print(changeAt(tree, at, (name) => [[name, raw('!')]])))
    expect(changed).toEqual([
      '!',
      '{"a":!,"c":{}}',
      '{"a":[!,"x",{"b":null}],"c":{}}',
      '{"a":[1,!,{"b":null}],"c":{}}',
      '{"a":[1,"x",!],"c":{}}',
      '{"a":[1,"x",{"b":!}],"c":{}}',
      '{"a":[1,"x",{"b":null}],"c":!}',
    ])
  })

  test('may have a name twice, and lose what it had', () => {
    const twice = changeAt(tree, 6, (name, inner) => [
      [name, inner],
      [name, inner],
    ])
    expect(print(twice)).toBe('{"a":[1,"x",{"b":null}],"c":{},"c":{}}')
    expect(print(changeAt(tree, 1, () => []))).toBe('{"c":{}}')
    expect(print(changeAt(tree, 0, () => []))).toBe('')
  })
})
