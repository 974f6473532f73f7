import type { ConnectionSettings, PublicSettings, SettingDefinition } from '../definition.ts'
import type { PaymentMethod } from '../processor.ts'
import type { NmiAbilities } from './capabilities.ts'

/** How the holder of a private account authorized a debit, by NACHA's codes. */
const secCodes = ['WEB', 'PPD', 'TEL'] as const

export const nmiSettings: readonly SettingDefinition[] = [
  {
    name: 'host',
    title: 'Host',
    help: 'The gateway of your NMI account: your reseller may have one of its own name.',
    kind: 'host',
    required: true,
    default: 'https://secure.nmi.com',
  },
  {
    name: 'securityKey',
    title: 'Security key',
    help: 'An API key of the NMI account, from its settings under Security Keys.',
    kind: 'secret',
    required: true,
  },
  {
    name: 'processorId',
    title: 'Processor id',
    help: 'Of an account with several processors: the one to use. Empty: the account chooses.',
    kind: 'text',
    required: false,
  },
  {
    name: 'secCode',
    title: 'SEC code of bank debits',
    help: 'How holders of private accounts authorize debits: on the web, in writing, by telephone. Business accounts have CCD.',
    kind: 'choice',
    required: false,
    choices: secCodes,
    default: 'WEB',
  },
  {
    name: 'networkIds',
    title: 'Series from other processors',
    help: 'Whether a charge without the shopper may name its first payment by the card network’s id. NMI has to allow it for the account.',
    kind: 'flag',
    required: false,
    default: false,
  },
  {
    name: 'creditsUnsettled',
    title: 'Refunds before settlement',
    help: 'Whether the bank of the account refunds a payment before its nightly settlement. Without it, void the payment before that, and refund it afterwards.',
    kind: 'flag',
    required: false,
    default: false,
  },
  {
    name: 'methods',
    title: 'Payment methods',
    help: 'Some of card and check, as far as the account has them. Empty: both.',
    kind: 'methods',
    required: false,
    default: null,
  },
  {
    name: 'currencies',
    title: 'Currencies',
    help: 'ISO 4217 numbers that the account settles. Empty: US and Canadian dollars.',
    kind: 'currencies',
    required: false,
    default: null,
  },
]

/** Public settings of a connection, with defaults for those that are not given. */
export const toNmiAbilities = (given: PublicSettings): NmiAbilities => ({
  methods: (given['methods'] as readonly PaymentMethod[] | null | undefined) ?? null,
  currencies: (given['currencies'] as readonly number[] | null | undefined) ?? null,
  networkIds: given['networkIds'] === true,
  creditsUnsettled: given['creditsUnsettled'] === true,
})

/** @param given validated, public and secret ones */
export const toNmiSettings = (given: ConnectionSettings) => ({
  ...toNmiAbilities(given),
  host: given['host'] as string,
  securityKey: given['securityKey'] as string,
  processorId: (given['processorId'] as string | null | undefined) ?? undefined,
  secCode: (given['secCode'] as string | null | undefined) ?? 'WEB',
})
