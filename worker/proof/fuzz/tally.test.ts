import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { createTally } from './tally.ts'

const counted = () => {
  const tally = createTally(1000)
  const count = (route: string, status: number, ms: number, number: number | null) =>
    tally.count(status, { route, ms, number, request: `${route} ${number}` })
  return { ...tally, count }
}

const names = endpoints.map(({ name }) => name)

test('an endpoint that was refused alone was asked, and never answered', () => {
  const { count, unasked, unreached } = counted()
  for (const name of names.slice(1)) count(name, name === 'getAccount' ? 404 : 200, 1, 1)
  expect(unasked()).toEqual([names[0]])
  expect(unreached()).toEqual([names[0], 'getAccount'])
})

test('the slowest answer of each route has its number, and all that are late are listed', () => {
  const { count, slowest, late } = counted()
  count('getAccount', 200, 30, 7)
  count('getAccount', 200, 1001, 8)
  count('getAccount', 200, 1500, 9)
  count('listEvents', 200, 1000, 10)
  count('page', 200, 2000, null)
  expect(slowest().map(({ route, ms, number }) => [route, ms, number])).toEqual([
    ['page', 2000, null],
    ['getAccount', 1500, 9],
    ['listEvents', 1000, 10],
  ])
  expect(late().map(({ number }) => number)).toEqual([8, 9, null])
})

test('there is a line for each endpoint, with its classes of answers', () => {
  const { count, lines } = counted()
  count('getAccount', 200, 30, 7)
  count('getAccount', 401, 3, 8)
  count('getAccount', 404, 3, 9)
  expect(lines()).toHaveLength(names.length)
  expect(lines()).toContain('getAccount: 1 of 2xx, 2 of 4xx; at most 30 ms (request 7)')
  expect(lines()).toContain('listEvents: never asked')
})
