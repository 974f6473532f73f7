import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleUrl, consoleVars } from '../../../worker/cli/dev/consoleUrl.ts'
import { defaults } from '../../../worker/cli/dev/defaults.ts'
import { startGateway } from '../../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../../worker/cli/wrangler/ports.ts'
import { createState } from '../../support/servers.ts'

/** A gateway of a test’s own, with the console of the demo account. */
export type OwnConsole = {
  readonly gateway: string
  readonly origin: string
  /** The folder of its database. */
  readonly state: string
  /** What the worker has printed. */
  readonly log: () => string
  /**
   * Ends the gateway, searches its files for leaks and removes them.
   *
   * @param searchDatabase false for millions of rows that the test itself has inserted: the search holds them all in memory
   */
  readonly stop: (options?: { readonly searchDatabase?: boolean }) => Promise<void>
}

/** @param prepare changes the database before the gateway starts */
export const startConsole = async ({
  config = defaults.config,
  prepare = async () => {},
}: {
  readonly config?: string
  readonly prepare?: (state: string) => Promise<void> | void
} = {}): Promise<OwnConsole> => {
  const { state, envFile, remove } = await createState()
  await prepare(state)
  const port = await findFreePort()
  let log = ''
  const gateway = await startGateway(
    { config, state },
    {
      port,
      envFile,
      vars: { ...consoleVars(port), ALLOW_LOCAL_WEBHOOKS: '1', ALLOW_LOCAL_PROCESSORS: '1' },
      onOutput: (chunk) => {
        log += chunk
      },
    },
  )
  return {
    gateway: gateway.url,
    origin: consoleUrl(gateway.url),
    state,
    log: () => log,
    stop: async ({ searchDatabase = true } = {}) => {
      await gateway.worker.kill()
      if (!searchDatabase) await rm(join(state, 'v3/d1'), { recursive: true })
      await remove()
    },
  }
}
