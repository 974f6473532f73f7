import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { startGateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { expect, test } from '../support/fixtures.ts'
import { createState } from '../support/servers.ts'

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

test('a local gateway stores nothing for requests that write nothing, however many they are', async () => {
  test.setTimeout(120_000)
  const { state, envFile, remove } = await createState()
  const gateway = await startGateway(
    { config: defaults.config, state },
    { port: await findFreePort(), envFile, onOutput: () => {} },
  )
  try {
    const send = async (times: number) => {
      for (let sent = 0; sent < times; sent += 20)
        await Promise.all(
          Array.from({ length: 20 }, async () =>
            (await fetch(`${gateway.url}/v1/account`, { headers: { 'x-api-key': 'password' } })).text(),
          ),
        )
      // The runtime stores traces in batches.
      await new Promise((resolve) => setTimeout(resolve, 2000))
      return bytesIn(state)
    }
    const warm = await send(100)
    // Traces would be about 25 KB each. The counters of rate limits and the databases' logs grow to a fixed size.
    expect((await send(1000)) - warm).toBeLessThan(2_000_000)
    expect(existsSync(join(state, 'v3/observability'))).toBe(false)
  } finally {
    await gateway.worker.kill()
    await remove()
  }
})
