import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { Complaint, runCommand } from '../cliError.ts'
import { defaults } from './defaults.ts'
import { demoAccount } from './demoAccount.ts'
import { startLocal, type Local, type LocalSettings } from './local.ts'

const usage = `npm run dev -- [options]
  --port <number>       the gateway's port, ${defaults.gatewayPort} if not given
  --shop-port <number>  the demo shop's port, ${defaults.shopPort} if not given
  --state <folder>      where the databases are kept
  --config <file>       the wrangler configuration
  --vars <file>         the worker's secrets; a root key is added when it has none
  --log <file>          write what the gateway and the shop print to a file`

const readPort = (text: string | undefined, otherwise: number): number => {
  const port = Number(text ?? otherwise)
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Complaint(`${text} is not a port.\n${usage}`)
  return port
}

// Not `--env-file`: Node takes that for itself, wherever it stands.
const readOptions = () => {
  const string = { type: 'string' } as const
  const options = { port: string, 'shop-port': string, state: string, config: string, vars: string, log: string }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new Complaint(`${(error as Error).message}\n${usage}`)
  }
}

/** Holds back what is printed until `open`, so that a start that goes well says only what matters. */
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
  Card reader      ${shop.url}/reader
  Card form        ${shop.url}/gallery
  Gateway          ${gateway.url}
  API reference    ${gateway.url}/docs

  Secret key       ${demoAccount.secretKey}
  Publishable key  ${demoAccount.publishableKey}

What you do is kept in ${state}${state === defaults.state ? ' until npm run reset' : ''}. End with Ctrl-C.
`

/** Resolves at the first Ctrl-C, or when the terminal or another process asks this one to end. */
const whenAskedToEnd = (): Promise<void> =>
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
    // An instant answer feels wrong to a person: the simulated bank thinks a moment.
    vars: { SIMULATOR_DELAY_MS: '20' },
    gatewayPort: readPort(options.port, defaults.gatewayPort),
    shopPort: readPort(options['shop-port'], defaults.shopPort),
    onOutput: output.write,
  }
  const asked = whenAskedToEnd()
  console.log('Starting: widgets, database, gateway, shop …')
  const starting = startLocal(settings)
  // Asked to end while it starts: leave at once, and the children with it (see processes.ts).
  const local = await Promise.race([starting, asked.then(() => undefined)])
  if (!local) process.exit(0)
  console.log(welcome(local, settings))
  output.open()
  const died = await Promise.race([asked.then(() => undefined), local.ended])
  await local.stop()
  if (died) throw new Complaint(`A part of Sluice ended by itself:\n${died.output.slice(-4000)}`)
}

await runCommand(dev)
