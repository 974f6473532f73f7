import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { start, type Running } from '../../worker/cli/wrangler/processes.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { expect, test as base } from './fixtures.ts'
import { createState } from './servers.ts'

/** `npm run dev` with its own databases and ports. */
export interface Dev {
  /** Starts it, with further options. */
  readonly run: (...options: string[]) => Running
  readonly gatewayPort: number
  readonly shopPort: number
  readonly docsPort: number
}

/** Playwright’s global setup covers the creation of databases. */
export const test = base.extend<{ dev: Dev }>({
  // Playwright reads a fixture’s dependencies from its first parameter, which must be a destructuring pattern, here without any.
  // oxlint-disable-next-line no-empty-pattern
  dev: async ({}, use) => {
    const { state, envFile, remove } = await createState()
    const [gatewayPort, shopPort, docsPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const running: Running[] = []
    const run = (...options: string[]) => {
      const args = ['--state', state, '--vars', envFile]
      const ports = ['--port', String(gatewayPort), '--shop-port', String(shopPort), '--docs-port', String(docsPort)]
      const dev = inRepository('worker/cli/dev/dev.ts')
      const command = { command: process.execPath, args: [dev, ...args, ...ports, ...options] }
      // Playwright sets colour variables that a terminal does not.
      running.push(start({ ...command, env: { NO_COLOR: undefined, FORCE_COLOR: undefined } }))
      return running.at(-1) as Running
    }
    await use({ run, gatewayPort, shopPort, docsPort })
    await Promise.all(running.map(({ stop }) => stop()))
    await remove()
  },
})

export const whenStarted = (dev: Running) =>
  expect.poll(dev.output, { timeout: 60_000 }).toContain('Press Ctrl-C to stop.')

/** Sends SIGINT to the command only, as its children are in their own process groups. */
export const pressControlC = async ({ pid, ended }: Running) => {
  process.kill(pid, 'SIGINT')
  return ended
}
