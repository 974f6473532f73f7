import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { answerHelp, CliError, runCommand } from '../cliError.ts'
import { consoleUrl } from './consoleUrl.ts'
import { defaults } from './defaults.ts'
import { demoAccount } from './demoAccount.ts'
import { docsProblem, docsUrl, startDocs, type Docs } from './docs.ts'
import { startLocal, type Local, type LocalSettings } from './local.ts'
import { offerNewDatabase } from './otherVersion.ts'

const usage = `npm run dev -- [options]
  --port <number>       the gateway's port, default ${defaults.gatewayPort}
  --shop-port <number>  the demo shop's port, default ${defaults.shopPort}
  --docs-port <number>  the documentation's port, default ${defaults.docsPort}
  --empty               start without a year of payments, which fills an unused database otherwise
  --processor nmi       run the demo account on a stand-in for NMI, in test and live mode
  --nmi-port <number>   the stand-in's port, default ${defaults.nmiPort}
  --live-shop-port <number>  the port of the demo shop in live mode, default ${defaults.liveShopPort}
  --state <folder>      the folder of the databases
  --config <file>       the wrangler configuration
  --vars <file>         the worker's secrets; a root key is added if it is missing
  --log <file>          write the output of gateway and shop to a file`

const readPort = (text: string | undefined, otherwise: number): number => {
  const port = Number(text ?? otherwise)
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new CliError(`${text} is not a port.\n${usage}`)
  return port
}

// `--vars`, since Node itself interprets `--env-file` in any position.
const readOptions = () => {
  const string = { type: 'string' } as const
  const options = {
    port: string,
    'shop-port': string,
    'docs-port': string,
    empty: { type: 'boolean' } as const,
    processor: string,
    'nmi-port': string,
    'live-shop-port': string,
    state: string,
    config: string,
    vars: string,
    log: string,
  }
  answerHelp(process.argv.slice(2), usage)
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`)
  }
}

const readStandIn = (options: ReturnType<typeof readOptions>): LocalSettings['standIn'] => {
  if (options.processor === undefined) return undefined
  if (options.processor !== 'nmi') throw new CliError(`There is no stand-in for ${options.processor}.\n${usage}`)
  return {
    port: readPort(options['nmi-port'], defaults.nmiPort),
    liveShopPort: readPort(options['live-shop-port'], defaults.liveShopPort),
  }
}

/** Suppresses output until `open`, so that a successful start prints only the addresses. */
const makeOutput = (log: string | undefined) => {
  if (log) {
    const file = createWriteStream(log, { flags: 'a' })
    return { write: (chunk: string) => void file.write(chunk), open: () => {} }
  }
  let isOpen = false
  return {
    write: (chunk: string) => void (isOpen && process.stdout.write(chunk)),
    open: () => {
      isOpen = true
    },
  }
}

const welcomeToStandIn = ({ url, liveShopUrl }: NonNullable<Local['standIn']>): string => `
  Stand-in for NMI  ${url}
  Live demo shop   ${liveShopUrl}
  Live terminal    ${liveShopUrl}/reader
  Triggers         4111 1111 1111 1111 is approved, below 1.00 declined; CVV 999 and ZIP 77777 match

  Live secret key  ${demoAccount.live.secretKey}
`

const welcome = ({ gateway, shop, standIn, wasRerouted }: Local, { state }: LocalSettings, docs: Docs): string =>
  `Sluice is running${standIn ? ' on a stand-in for NMI' : ''}.

  Console          ${consoleUrl(gateway.url)}
  Demo shop        ${shop.url}
  Theme studio     ${shop.url}/studio
  Mail             ${shop.url}/mail
  Webhook inbox    ${shop.url}/inbox
  Terminal         ${shop.url}/reader
  Card form        ${shop.url}/gallery
  Gateway          ${gateway.url}
  Documentation    ${docs.url ?? docs.reason}
${standIn ? welcomeToStandIn(standIn) : ''}
  Secret key       ${demoAccount.secretKey}
  Publishable key  ${demoAccount.publishableKey}
${wasRerouted ? '\nPayments go to the simulator again: the rules that routed them to the stand-in for NMI were removed.\n' : ''}
Data is stored in ${state}${state === defaults.state ? ' until npm run reset' : ''}. Press Ctrl-C to stop.
`

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })

const dev = async (): Promise<void> => {
  const options = readOptions()
  const output = makeOutput(options.log)
  const docsPort = readPort(options['docs-port'], defaults.docsPort)
  const reason = await docsProblem(docsPort)
  const settings: LocalSettings = {
    config: options.config ?? defaults.config,
    state: options.state ?? defaults.state,
    envFile: options.vars ?? defaults.envFile,
    // A real processor is not instant, so the simulated one waits.
    vars: { SIMULATOR_DELAY_MS: '20', ...(reason === null && { DOCS_URL: docsUrl(docsPort) }) },
    gatewayPort: readPort(options.port, defaults.gatewayPort),
    shopPort: readPort(options['shop-port'], defaults.shopPort),
    standIn: readStandIn(options),
    withYear: options.empty !== true,
    onOutput: output.write,
  }
  await offerNewDatabase(settings.state)
  const signaled = untilSignal()
  console.log(
    `Starting: widgets, database, gateway, ${settings.standIn ? 'stand-in for NMI, ' : ''}shop, documentation …`,
  )
  const starting = startLocal(settings)
  // On a signal during the start: exit at once, which ends the child processes (see processes.ts).
  const local = await Promise.race([starting, signaled.then(() => undefined)])
  if (!local) process.exit(0)
  // After the gateway and the shop, which need the machine first.
  const docs =
    reason === null ? startDocs(docsPort, local.gateway.url, output.write) : { url: null, reason, stop: null }
  console.log(welcome(local, settings, docs))
  output.open()
  const died = await Promise.race([signaled.then(() => undefined), local.ended])
  await Promise.all([docs.stop?.(), local.stop()])
  if (died) throw new CliError(`A process of Sluice ended unexpectedly:\n${died.output.slice(-4000)}`)
}

await runCommand(dev)
