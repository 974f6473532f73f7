import { describe, expect, test } from 'vitest'
import { createCallSlots } from './callSlots.ts'

/** Calls that a test ends by name, and the names of the calls that have begun. */
const heldCalls = () => {
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const call = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure))),
    )
  }
  return { begun, call, end: (name: string, failure?: Error) => ends.get(name)!(failure) }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('createCallSlots', () => {
  test('as many calls run at the same time as there are slots, and others begin in order when one ends', async () => {
    const { begun, call, end } = heldCalls()
    const slots = createCallSlots(2)
    const results = ['a', 'b', 'c', 'd'].map((name) => slots.run(call(name)))
    await turn()
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await turn()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'c']) end(name)
    await turn()
    end('d')
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a call that fails frees its slot', async () => {
    const { begun, call, end } = heldCalls()
    const slots = createCallSlots(1)
    const failing = slots.run(call('a'))
    const next = slots.run(call('b'))
    await turn()
    end('a', new Error('no connection'))
    await expect(failing).rejects.toThrow('no connection')
    await turn()
    expect(begun).toEqual(['a', 'b'])
    end('b')
    expect(await next).toBe('b')
  })
})
