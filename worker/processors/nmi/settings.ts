import type { ConnectionSettings, PublicSettings, SettingDefinition } from '../definition.ts'
import type { PaymentMethod } from '../processor.ts'
import type { NmiAbilities } from './capabilities.ts'

/** How the holder of a private account authorized a debit, by NACHA's codes. */
const secCodes = ['WEB', 'PPD', 'TEL'] as const

export const nmiSettings: readonly SettingDefinition[] = [
  {
    name: 'host',
    title: 'Host',
    help: 'Host of your NMI gateway. Your reseller may use its own host name.',
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
    help: 'The processor to use, if the account has several. Empty: NMI chooses.',
    kind: 'text',
    required: false,
  },
  {
    name: 'secCode',
    title: 'SEC code of bank debits',
    help: 'How account holders authorize debits: on the web, in writing or by telephone. Business accounts use CCD.',
    kind: 'choice',
    required: false,
    choices: secCodes,
    default: 'WEB',
  },
  {
    name: 'networkIds',
    title: 'Series from other processors',
    help: 'Whether a charge without the shopper may refer to its first payment by the card network’s id. NMI must enable it for the account.',
    kind: 'flag',
    required: false,
    default: false,
  },
  {
    name: 'creditsUnsettled',
    title: 'Refunds before settlement',
    help: 'Whether the account’s bank allows refunds before the nightly settlement. If not, void the payment before it, and refund it afterwards.',
    kind: 'flag',
    required: false,
    default: false,
  },
  {
    name: 'methods',
    title: 'Payment methods',
    help: 'Some of card and check, if the account supports them. Empty: both.',
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
