import type { ConnectionCheck, ConnectionSettings, ProcessorDefinition } from '../../processors/definition.ts'
import type { Mode } from '../../processors/processor.ts'
import { createRegistry, processorRegistry } from '../../processors/registry.ts'
import { defaultCapabilities } from '../../processors/simulator/capabilities.ts'
import { simulator } from '../../processors/simulator/simulator.ts'

/** A call of `check`. */
interface AcmeCheck {
  readonly settings: ConnectionSettings
  readonly connection: string
  readonly mode: Mode
}

type AnswerCheck = (check: AcmeCheck) => Promise<ConnectionCheck>

const ok: AnswerCheck = async () => ({ result: 'ok', capabilities: acmeCapabilities })

const acmeCapabilities = {
  ...defaultCapabilities,
  captures: 'one',
  currencies: [840, 978],
  holdMs: 604_800_000,
} as const

/** A definition with settings of every kind, for both modes. @param answer the result of its checks */
export const acmeProcessor = (answer: AnswerCheck = ok): ProcessorDefinition => ({
  name: 'acme',
  title: 'Acme Payments',
  modes: ['test', 'live'],
  settings: [
    {
      name: 'host',
      title: 'Host',
      help: 'Where requests are sent.',
      kind: 'host',
      required: true,
    },
    { name: 'apiKey', title: 'API key', help: 'From the console.', kind: 'secret', required: true },
    { name: 'webhookSecret', title: 'Webhook secret', help: 'Signs notifications.', kind: 'secret', required: false },
    {
      name: 'region',
      title: 'Region',
      help: 'Where the account is.',
      kind: 'choice',
      required: true,
      choices: ['eu', 'us'],
      default: 'eu',
    },
    { name: 'descriptors', title: 'Descriptors', help: 'Sent with payments.', kind: 'flag', required: false },
    { name: 'store', title: 'Store', help: 'Number of the store.', kind: 'integer', required: false },
    { name: 'currencies', title: 'Currencies', help: 'Of the account.', kind: 'currencies', required: false },
    { name: 'methods', title: 'Methods', help: 'Of the account.', kind: 'methods', required: false },
  ],
  testCards: ['4111111111111111', '5555555555554444'],
  capabilities: () => acmeCapabilities,
  create: (_settings, { now }) => simulator({ now }),
  check: (settings, { connection }, mode) => answer({ settings, connection, mode }),
})

/** The real processors and this one. */
export const acmeRegistry = (answer?: AnswerCheck) =>
  createRegistry([...processorRegistry.values(), acmeProcessor(answer)])

/** By it, the scan at the end of each run recognizes credentials of connections in the files of all tests. */
export const acmeSecretPrefix = 'acmesecret_'

export const acmeSecret = (): string => `${acmeSecretPrefix}${crypto.randomUUID().replaceAll('-', '')}`

/** Settings of a connection, whose secrets are easy to search for. */
export const acmeSettings = (secret: string = acmeSecret()) => ({
  host: 'https://api.acme.example',
  apiKey: secret,
})
