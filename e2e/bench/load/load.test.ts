import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, connections, summarize, runLoad, type Connection } from './load.ts'
import { median, percentile } from '../statistics.ts'

let server: Server
let opened: Connection[]
let sockets = 0
let concurrent = 0
let maxConcurrent = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    setImmediate(() => {
      concurrent -= 1
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
  (await connection.request({ method: 'GET', path })).json.is === 'answered'

test('runLoad: each connection has one request at a time and is kept alive', async () => {
  let left = 400
  const { count } = await runLoad({ runOnce: async (connection) => left-- > 0 && ask(connection) }, opened, 60)
  expect({ count, sockets }).toEqual({ count: 400, sockets: connections })
  expect(maxConcurrent).toBeGreaterThan(1)
  expect(maxConcurrent).toBeLessThanOrEqual(connections)
})

test('runLoad: drain is awaited and counts as part of the time', async () => {
  let left = 1
  let drained = false
  const workload = {
    runOnce: () => Promise.resolve(left-- > 0),
    drain: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      drained = true
    },
  }
  const { perSecond } = await runLoad(workload, opened, 60)
  expect(drained).toBe(true)
  expect(perSecond).toBeLessThan(1000 / 45)
})

test('runLoad: a status other than 200 ends the load', async () => {
  const load = runLoad({ runOnce: (connection) => ask(connection, '/broken') }, opened, 60)
  await expect(load).rejects.toThrow('GET /broken returned 500')
})

test('summarize: the rate uses the total time, percentiles each latency', () => {
  const latencies = Array.from({ length: 200 }, (_, nth) => 200 - nth)
  expect(summarize(latencies, 4000)).toEqual({ count: 200, perSecond: 50, p50: 100, p99: 198 })
})

test.each([
  [[], 0.5, 0],
  [[7], 0.99, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 3, 2, 1], 0.5, 2],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.99, 100],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9, 90],
])('percentile of %j at %d is %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected)
  if (share === 0.5) expect(median(values)).toBe(expected)
})
