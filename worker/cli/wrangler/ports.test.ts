import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findFreePort, requireFreePort } from './ports.ts'

const use = { name: 'the shop', option: '--shop-port' }
let server: Server | undefined

afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())))

const occupy = (port: number, host: string): Promise<void> =>
  new Promise((done) => {
    server = createServer().listen(port, host, done)
  })

describe('ports', () => {
  test('requireFreePort accepts a free port', async () => {
    await expect(requireFreePort(await findFreePort(), use)).resolves.toBeUndefined()
  })

  test('requireFreePort throws for a taken port with its use and the option for another', async () => {
    const port = await findFreePort()
    await occupy(port, '127.0.0.1')
    const another = port < 60_000 ? port + 1000 : port - 1000
    await expect(requireFreePort(port, use)).rejects.toThrow(
      `Port ${port}, for the shop, is in use. Stop the process that uses it, or choose another port: npm run dev -- --shop-port ${another}`,
    )
  })
})
