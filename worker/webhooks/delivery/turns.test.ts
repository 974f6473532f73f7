import { describe, expect, test } from 'vitest'
import { selectStartable, takeTurns } from './turns.ts'
import type { WaitingDelivery } from './turns.ts'

const delivery = (resource: string, more: Partial<WaitingDelivery> = {}) => ({
  resource,
  isFirst: true,
  isNew: true,
  ...more,
})
const old = { isNew: false }
const retry = { isFirst: false, isNew: false }
const resources = (deliveries: readonly WaitingDelivery[]) => deliveries.map(({ resource }) => resource)

describe('selectStartable', () => {
  test('of each resource the first attempt of the oldest event can start', () => {
    const waiting = [delivery('a'), delivery('b'), delivery('a'), delivery('c'), delivery('b')]
    expect(selectStartable(waiting, [])).toEqual([waiting[0], waiting[1], waiting[3]])
  })

  test('a first attempt waits for the first attempt of its resource that is in flight', () => {
    expect(resources(selectStartable([delivery('a'), delivery('b')], [delivery('a')]))).toEqual(['b'])
  })

  test('a retry waits for no delivery of its resource, and none waits for it', () => {
    const waiting = [delivery('a', retry), delivery('a'), delivery('a', retry)]
    expect(selectStartable(waiting, [delivery('a', retry)])).toEqual(waiting)
    expect(selectStartable([delivery('a', retry)], [delivery('a')])).toHaveLength(1)
  })

  test('a new event waits for the event of its resource in a backlog', () => {
    expect(selectStartable([delivery('a', old), delivery('a')], [])).toEqual([delivery('a', old)])
  })
})

describe('takeTurns', () => {
  const backlog = Array.from({ length: 10 }, (_, at) => delivery(`old ${at}`, old))
  const fresh = Array.from({ length: 10 }, (_, at) => delivery(`new ${at}`))

  test('new events and a backlog get half of the places each, oldest first', () => {
    expect(resources(takeTurns([...backlog, ...fresh], [], 4, false))).toEqual(['new 0', 'old 0', 'new 1', 'old 1'])
    expect(resources(takeTurns([...backlog, ...fresh], [], 3, true))).toEqual(['old 0', 'new 0', 'old 1'])
  })

  test('places go to the side with fewer deliveries in flight', () => {
    expect(resources(takeTurns([...backlog, ...fresh], backlog.slice(0, 4), 4, true))).toEqual([
      'new 0',
      'new 1',
      'new 2',
      'new 3',
    ])
  })

  test('one side gets all places if the other has nothing to send', () => {
    expect(resources(takeTurns(backlog, [], 3, false))).toEqual(['old 0', 'old 1', 'old 2'])
    expect(resources(takeTurns(fresh, fresh.slice(0, 5), 2, true))).toEqual(['new 0', 'new 1'])
    expect(takeTurns([], [], 5, false)).toEqual([])
  })

  test('with one delivery at a time new events and a backlog alternate', () => {
    const waiting = [...backlog.slice(0, 2), ...fresh.slice(0, 2)]
    const sent: string[] = []
    let lastWasNew = false
    while (waiting.length > 0) {
      const [next]: (typeof waiting)[number][] = takeTurns(waiting, [], 1, lastWasNew)
      sent.push(next!.resource)
      lastWasNew = next!.isNew
      waiting.splice(waiting.indexOf(next!), 1)
    }
    expect(sent).toEqual(['new 0', 'old 0', 'new 1', 'old 1'])
  })
})
