import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, connections, loadOf, runLoad, type Connection } from './load.ts'
import { median, percentile } from '../statistics.ts'

let server: Server
let opened: Connection[]
let sockets = 0
let underWay = 0
let mostUnderWay = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    setImmediate(() => {
      underWay -= 1
      response.writeHead(request.url === '/broken' ? 500 : 200).end('{"is":"answered"}')
    })
  })
  server.on('connection', () => (sockets += 1))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  opened = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await Promise.all(opened.map((connection) => connection.close()))
  server.close()
})

const ask = async (connection: Connection, path = '/') =>
  (await connection.ask({ method: 'GET', path })).json.is === 'answered'

test('a load has one request under way on each connection, and keeps them all', async () => {
  let left = 400
  const { count } = await runLoad({ once: async (connection) => left-- > 0 && ask(connection) }, opened, 60)
  expect({ count, sockets }).toEqual({ count: 400, sockets: connections })
  expect(mostUnderWay).toBeGreaterThan(1)
  expect(mostUnderWay).toBeLessThanOrEqual(connections)
})

test('what goes on beside the answers is waited for, and is part of the time', async () => {
  let left = 1
  let rested = false
  const exercise = {
    once: () => Promise.resolve(left-- > 0),
    rest: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      rested = true
    },
  }
  const { perSecond } = await runLoad(exercise, opened, 60)
  expect(rested).toBe(true)
  expect(perSecond).toBeLessThan(1000 / 45)
})

test('an answer that is not 200 ends the load: what fails is not measured', async () => {
  const load = runLoad({ once: (connection) => ask(connection, '/broken') }, opened, 60)
  await expect(load).rejects.toThrow('GET /broken answered 500')
})

test('rates are by the whole time, percentiles by each request', () => {
  const latencies = Array.from({ length: 200 }, (_, nth) => 200 - nth)
  expect(loadOf(latencies, 4000)).toEqual({ count: 200, perSecond: 50, p50: 100, p99: 198 })
})

test.each([
  [[], 0.5, 0],
  [[7], 0.99, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 3, 2, 1], 0.5, 2],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.99, 100],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9, 90],
])('of %j the share %d lies at or below %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected)
  if (share === 0.5) expect(median(values)).toBe(expected)
})
