import { join } from 'node:path'
import { openMailbox } from '../../../demo/mail/mailbox.ts'
import { claim } from './stateLock.ts'
import { demoAccount } from './demoAccount.ts'
import { startGateway, type Gateway } from '../wrangler/gateway.ts'
import { keepMail } from './keepMail.ts'
import { prepare } from '../deploy/migrations.ts'
import { requireThisVersion } from './otherVersion.ts'
import { requireFreePort } from '../wrangler/ports.ts'
import type { Ended } from '../wrangler/processes.ts'
import { ensureRootKeys } from '../keys/rootKeys.ts'
import { startShop } from './shop.ts'
import { seedSql } from './seed.ts'
import { ensureWidgets } from '../build/widgets.ts'

export type LocalSettings = {
  /** A wrangler configuration file. */
  config: string
  /** The folder of the databases. */
  state: string
  /** A file with the worker's secrets; ROOT_KEYS is added if it is missing. */
  envFile: string
  /** Variables of the worker, without secrets. */
  vars?: Record<string, string>
  gatewayPort: number
  shopPort: number
  /** Receives the output of gateway and shop. */
  onOutput: (chunk: string) => void
}

export type Local = {
  gateway: Gateway
  shop: { url: string }
  /** Resolves with the output if the gateway or the shop ends unexpectedly. */
  ended: Promise<Ended>
  /** Ends both and their child processes. */
  stop: () => Promise<void>
}

const sweepEveryMs = 10_000
/** The sender of local receipts, in a reserved domain. Nothing is sent. */
const receiptsFrom = 'receipts@sluice.example'

/**
 * Creates the root key if it is missing, migrates the database and seeds the demo account.
 *
 * @throws CliError if the database is of another version
 */
export const prepareDatabase = async ({
  config,
  state,
  envFile,
}: Pick<LocalSettings, 'config' | 'state' | 'envFile'>): Promise<void> => {
  await requireThisVersion(state)
  await ensureRootKeys(envFile, join(state, 'v3', 'd1'))
  await prepare('DB_00', await seedSql(), { config, state })
}

/** Runs the sweep every ten seconds. Errors are logged, and the next sweep retries. */
const keepSweeping = ({ sweep }: Gateway, onOutput: (chunk: string) => void): (() => void) => {
  const once = () => sweep().catch((error: unknown) => onOutput(`${String(error)}\n`))
  void once()
  const timer = setInterval(once, sweepEveryMs)
  return () => clearInterval(timer)
}

/**
 * Starts the gateway and the demo shop: builds the widgets if needed, migrates the database, seeds the demo account and resolves when both
 * are ready. Data in the state folder is preserved between starts.
 *
 * @throws CliError if a port is taken, the state folder is in use, or a process does not start
 */
export const startLocal = async (settings: LocalSettings): Promise<Local> => {
  const { config, state, envFile, vars, gatewayPort, shopPort, onOutput } = settings
  await requireFreePort(gatewayPort, { name: 'the gateway', option: '--port' })
  await requireFreePort(shopPort, { name: 'the demo shop', option: '--shop-port' })
  const release = await claim(state)
  const undo: (() => unknown)[] = [release]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    await Promise.all([ensureWidgets(), prepareDatabase(settings)])
    const mail = join(state, 'mail')
    const gateway = await startGateway(
      { config, state },
      {
        port: gatewayPort,
        envFile,
        // The demo shop's inbox is a local http address.
        vars: { RECEIPTS_FROM: receiptsFrom, ALLOW_LOCAL_WEBHOOKS: '1', ALLOW_LOCAL_PROCESSORS: '1', ...vars },
        onOutput: keepMail(openMailbox(mail), onOutput),
      },
    )
    undo.push(gateway.worker.stop, keepSweeping(gateway, onOutput))
    const shop = await startShop({ port: shopPort, gateway: gateway.url, account: demoAccount.file, mail, onOutput })
    undo.push(shop.process.stop)
    return { gateway, shop, ended: Promise.race([gateway.worker.ended, shop.process.ended]), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
