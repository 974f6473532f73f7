import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../cliError.ts'
import { defaults } from './defaults.ts'
import { demoAccount } from './demoAccount.ts'
import { startLocal, type Local, type LocalSettings } from './local.ts'

const usage = `npm run dev -- [options]
  --port <number>       the gateway's port, default ${defaults.gatewayPort}
  --shop-port <number>  the demo shop's port, default ${defaults.shopPort}
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
  const options = { port: string, 'shop-port': string, state: string, config: string, vars: string, log: string }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`)
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

const welcome = ({ gateway, shop }: Local, { state }: LocalSettings): string => `Sluice is running.

  Demo shop        ${shop.url}
  Theme studio     ${shop.url}/studio
  Mail             ${shop.url}/mail
  Webhook inbox    ${shop.url}/inbox
  Terminal         ${shop.url}/reader
  Card form        ${shop.url}/gallery
  Gateway          ${gateway.url}
  API reference    ${gateway.url}/docs

  Secret key       ${demoAccount.secretKey}
  Publishable key  ${demoAccount.publishableKey}

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
  const settings: LocalSettings = {
    config: options.config ?? defaults.config,
    state: options.state ?? defaults.state,
    envFile: options.vars ?? defaults.envFile,
    // A real processor is not instant, so the simulated one waits.
    vars: { SIMULATOR_DELAY_MS: '20' },
    gatewayPort: readPort(options.port, defaults.gatewayPort),
    shopPort: readPort(options['shop-port'], defaults.shopPort),
    onOutput: output.write,
  }
  const signaled = untilSignal()
  console.log('Starting: widgets, database, gateway, shop …')
  const starting = startLocal(settings)
  // On a signal during the start: exit at once, which ends the child processes (see processes.ts).
  const local = await Promise.race([starting, signaled.then(() => undefined)])
  if (!local) process.exit(0)
  console.log(welcome(local, settings))
  output.open()
  const died = await Promise.race([signaled.then(() => undefined), local.ended])
  await local.stop()
  if (died) throw new CliError(`A process of Sluice ended unexpectedly:\n${died.output.slice(-4000)}`)
}

await runCommand(dev)
