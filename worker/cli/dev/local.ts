import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { openMailbox } from '../../../demo/mail/mailbox.ts'
import { consoleVars } from './consoleUrl.ts'
import { claim } from './stateLock.ts'
import { demoAccount } from './demoAccount.ts'
import { startGateway, type Gateway } from '../wrangler/gateway.ts'
import { keepMail } from './keepMail.ts'
import { prepare } from '../deploy/migrations.ts'
import { requireThisVersion } from './otherVersion.ts'
import { requireFreePort } from '../wrangler/ports.ts'
import type { Ended } from '../wrangler/processes.ts'
import { ensureRootKeys } from '../keys/rootKeys.ts'
import type { BankName } from '../../../demo/shop/bank.ts'
import { serverUrl, type Server } from './server.ts'
import { startShop } from './shop.ts'
import { startStandIn } from './standIn.ts'
import { connectDemoAccount, disconnectDemoAccount } from './standInConnection.ts'
import { seedLiveSql, seedSql } from './seed.ts'
import { ensureWidgets } from '../build/widgets.ts'
import { isUnused, replaceRows } from './year/databaseFile.ts'
import { makeYearInThread } from './yearThread.ts'

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
  /** Runs the demo account on the stand-in for NMI, in test and live mode. By default on the built-in simulator, in test mode only. */
  standIn?: { port: number; liveShopPort: number } | undefined
  /** Fills an unused database with a year of the demo shop in test mode. */
  withYear?: boolean
  /** Receives the output of gateway and shop. */
  onOutput: (chunk: string) => void
}

export type Local = {
  gateway: Gateway
  shop: { url: string }
  /** The stand-in for NMI, and a demo shop with live keys. */
  standIn: { url: string; liveShopUrl: string } | null
  /** Whether the demo account was routed to a stand-in that does not run now. */
  wasRerouted: boolean
  /** Resolves with the output if one of the processes ends unexpectedly. */
  ended: Promise<Ended>
  /** Ends all and their child processes. */
  stop: () => Promise<void>
}

const sweepEveryMs = 10_000
/** The sender of local receipts, in a reserved domain. Nothing is sent. */
const receiptsFrom = 'receipts@sluice.example'

/**
 * Creates the root key if it is missing, migrates the database and seeds the demo account, for a stand-in with keys of both modes.
 *
 * @throws CliError if the database is of another version
 */
export const prepareDatabase = async ({
  config,
  state,
  envFile,
  standIn,
}: Pick<LocalSettings, 'config' | 'state' | 'envFile' | 'standIn'>): Promise<void> => {
  await requireThisVersion(state)
  await ensureRootKeys(envFile, join(state, 'v3', 'd1'))
  await prepare('DB_00', await demoSql(standIn), { config, state })
}

const demoSql = async (standIn: LocalSettings['standIn']): Promise<string[]> => [
  ...(await seedSql()),
  ...(standIn === undefined ? [] : await seedLiveSql(serverUrl(standIn.liveShopPort))),
]

/**
 * The same, and fills an unused database with a year of the demo shop. The year is made meanwhile, and needs the built pages.
 *
 * @throws CliError if the database is of another version
 */
const prepareYear = async (settings: LocalSettings, widgets: Promise<void>): Promise<void> => {
  const { state, envFile, standIn, shopPort } = settings
  await requireThisVersion(state)
  if (!isUnused(state, demoAccount.id)) return prepareDatabase(settings)
  await ensureRootKeys(envFile, join(state, 'v3', 'd1'))
  const { ROOT_KEYS: rootKeys = '' } = parseEnv(await readFile(envFile, 'utf8'))
  const make = async () => {
    await widgets
    const webhookUrl = `${serverUrl(shopPort)}/webhooks`
    return makeYearInThread({ statements: await demoSql(standIn), rootKeys, webhookUrl, now: Date.now() })
  }
  const [year] = await Promise.all([make(), prepareDatabase(settings)])
  replaceRows(state, year)
}

/** Runs the sweep every ten seconds. Errors are logged, and the next sweep retries. */
const keepSweeping = ({ sweep }: Gateway, onOutput: (chunk: string) => void): (() => void) => {
  const once = () => sweep().catch((error: unknown) => onOutput(`${String(error)}\n`))
  void once()
  const timer = setInterval(once, sweepEveryMs)
  return () => clearInterval(timer)
}

/** Routes the demo account away from a stand-in of an earlier start. Errors are logged: a user may have revoked the account's keys. */
const leaveStandIn = ({ url }: Gateway, onOutput: (chunk: string) => void): Promise<boolean> =>
  disconnectDemoAccount(url).catch((error: unknown) => {
    onOutput(`${String(error)}\n`)
    return false
  })

/**
 * Starts the gateway and the demo shop: builds the widgets if needed, migrates the database, seeds the demo account and resolves when both
 * are ready. With a stand-in for NMI it starts that first, and a second shop with live keys. Data in the state folder is preserved between
 * starts, but not that of the stand-in.
 *
 * @throws CliError if a port is taken, the state folder is in use, or a process does not start
 */
export const startLocal = async (settings: LocalSettings): Promise<Local> => {
  const { config, state, envFile, vars, gatewayPort, shopPort, standIn, onOutput } = settings
  await requireFreePort(gatewayPort, { name: 'the gateway', option: '--port' })
  await requireFreePort(shopPort, { name: 'the demo shop', option: '--shop-port' })
  if (standIn) {
    await requireFreePort(standIn.port, { name: 'the stand-in for NMI', option: '--nmi-port' })
    await requireFreePort(standIn.liveShopPort, { name: 'the demo shop in live mode', option: '--live-shop-port' })
  }
  const release = await claim(state)
  const undo: (() => unknown)[] = [release]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const widgets = ensureWidgets()
    await Promise.all([widgets, settings.withYear ? prepareYear(settings, widgets) : prepareDatabase(settings)])
    const mail = join(state, 'mail')
    const gateway = await startGateway(
      { config, state },
      {
        port: gatewayPort,
        envFile,
        // The demo shop's inbox is a local http address.
        vars: {
          RECEIPTS_FROM: receiptsFrom,
          ...consoleVars(gatewayPort),
          ALLOW_LOCAL_WEBHOOKS: '1',
          ALLOW_LOCAL_PROCESSORS: '1',
          // The live demo shop is a local http address, too.
          ...(standIn && { ALLOW_LOCAL_PAGES: '1' }),
          ...vars,
        },
        onOutput: keepMail(openMailbox(mail), onOutput),
      },
    )
    undo.push(gateway.worker.stop, keepSweeping(gateway, onOutput))
    const running = [gateway.worker]
    const keep = async (starting: Promise<Server>): Promise<Server> => {
      const server = await starting
      running.push(server.process)
      undo.push(server.process.stop)
      return server
    }
    const openShop = (port: number, bank: BankName) =>
      keep(startShop({ port, gateway: gateway.url, account: demoAccount.file, bank, mail, onOutput }))
    const connect = async ({ port, liveShopPort }: NonNullable<LocalSettings['standIn']>) => {
      const { url } = await keep(startStandIn(port, onOutput))
      await connectDemoAccount(gateway.url, url)
      return { url, liveShopUrl: (await openShop(liveShopPort, 'nmiLive')).url }
    }
    const wasRerouted = standIn === undefined && (await leaveStandIn(gateway, onOutput))
    const connected = standIn === undefined ? null : await connect(standIn)
    const shop = await openShop(shopPort, standIn === undefined ? 'simulator' : 'nmiTest')
    const ended = Promise.race(running.map((process) => process.ended))
    return { gateway, shop, standIn: connected, wasRerouted, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
