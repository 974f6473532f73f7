import { join } from 'node:path'
import { openMailbox } from '../../../demo/mail/mailbox.ts'
import { claim } from './stateLock.ts'
import { demoAccount } from './demoAccount.ts'
import { startGateway, type Gateway } from '../wrangler/gateway.ts'
import { keepMail } from './keepMail.ts'
import { prepare } from '../deploy/migrations.ts'
import { requireFreePort } from '../wrangler/ports.ts'
import type { Ended } from '../wrangler/processes.ts'
import { ensureRootKeys } from '../keys/rootKeys.ts'
import { startShop } from './shop.ts'
import { seedSql } from './seed.ts'
import { ensureWidgets } from '../build/widgets.ts'

export type LocalSettings = {
  /** A wrangler configuration file. */
  config: string
  /** The folder that keeps the databases. */
  state: string
  /** A file with the worker's secrets; ROOT_KEYS is added when it has none. */
  envFile: string
  /** Variables of the worker besides its secrets. */
  vars?: Record<string, string>
  gatewayPort: number
  shopPort: number
  /** Receives everything that the gateway and the shop print. */
  onOutput: (chunk: string) => void
}

export type Local = {
  gateway: Gateway
  shop: { url: string }
  /** Resolves with what was printed when the gateway or the shop ends by itself. */
  ended: Promise<Ended>
  /** Ends both, and everything that they started. */
  stop: () => Promise<void>
}

const sweepEveryMs = 10_000
/** Where receipts come from here: nobody has this domain, and nothing is sent. */
const receiptsFrom = 'receipts@sluice.example'

/** Makes the root key if there is none, brings the database up to date and seeds the demo account. */
export const prepareDatabase = async ({
  config,
  state,
  envFile,
}: Pick<LocalSettings, 'config' | 'state' | 'envFile'>): Promise<void> => {
  await ensureRootKeys(envFile, join(state, 'v3', 'd1'))
  await prepare('DB_00', await seedSql(), { config, state })
}

/** Sweeps now and then every ten seconds. A sweep that fails says so in the log and the next one tries again. */
const keepSweeping = ({ sweep }: Gateway, onOutput: (chunk: string) => void): (() => void) => {
  const once = () => sweep().catch((error: unknown) => onOutput(`${String(error)}\n`))
  void once()
  const timer = setInterval(once, sweepEveryMs)
  return () => clearInterval(timer)
}

/**
 * Starts the gateway and the demo shop on this machine: builds what is missing, brings the database up to date, seeds
 * the demo account, and answers when both can be used. Data in the state folder is kept from start to start.
 *
 * @throws Complaint when a port is taken, the state folder is in use, or a part does not start
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
        // The demo shop's inbox listens on this machine, in the clear.
        vars: { RECEIPTS_FROM: receiptsFrom, ALLOW_LOCAL_WEBHOOKS: '1', ...vars },
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
