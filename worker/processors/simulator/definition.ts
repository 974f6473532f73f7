import type { ConnectionSettings, ProcessorDefinition, PublicSettings, SettingDefinition } from '../definition.ts'
import type { Capabilities, PaymentMethod } from '../processor.ts'
import { defaultCapabilities } from './capabilities.ts'
import { defaultSettings, needsBook, type SimulatorSettings } from './settings.ts'
import { notificationSecretSetting, simulatedNotifications } from './notifications.ts'
import { simulator } from './simulator.ts'

type FlagName = {
  [name in keyof Capabilities]: Capabilities[name] extends boolean ? name : never
}[keyof Capabilities]

const flag = (name: FlagName, title: string, help: string): SettingDefinition => ({
  name,
  title,
  help,
  kind: 'flag',
  required: false,
  default: defaultCapabilities[name],
})

/** The settings that choose what a simulated connection can do. Each capability is a setting of the same name. */
const settings: readonly SettingDefinition[] = [
  {
    name: 'captures',
    title: 'Captures of a payment',
    help: 'With one, the capture releases the rest of the hold.',
    kind: 'choice',
    required: false,
    choices: ['one', 'many'],
    default: defaultCapabilities.captures,
  },
  flag('voidsOneCapture', 'Voids one capture', 'Otherwise only the whole payment can be voided.'),
  flag('givesBackRest', 'Releases the rest of a hold', 'Otherwise the rest stays held until it expires.'),
  {
    name: 'repeats',
    title: 'Operations sent twice',
    help: 'With never, an operation that is sent twice moves the money twice.',
    kind: 'choice',
    required: false,
    choices: ['byKey', 'never'],
    default: defaultCapabilities.repeats,
  },
  {
    name: 'finds',
    title: 'Look-ups',
    help: 'The reference that a look-up needs.',
    kind: 'choice',
    required: false,
    choices: ['byOurReference', 'byTheirs', 'never'],
    default: defaultCapabilities.finds,
  },
  {
    name: 'reverses',
    title: 'Reversals',
    help: 'The reference that a reversal needs.',
    kind: 'choice',
    required: false,
    choices: ['byOurReference', 'byTheirs'],
    default: defaultCapabilities.reverses,
  },
  {
    name: 'visibleAfterMs',
    title: 'Visible after, in milliseconds',
    help: 'Delay until look-ups and reports show an operation.',
    kind: 'integer',
    required: false,
    default: defaultCapabilities.visibleAfterMs,
  },
  flag('answersLater', 'Answers later', 'Captures and credits are pending first.'),
  {
    name: 'outcomeAfterMs',
    title: 'Outcome after, in milliseconds',
    help: 'How long captures and credits are pending, if the connection decides later.',
    kind: 'integer',
    required: false,
    default: defaultSettings.outcomeAfterMs,
  },
  flag('creditsUnsettled', 'Refunds before settlement', 'A payment can be refunded before its captures have settled.'),
  flag('unreferencedCredit', 'Credits without a payment', 'Money can be paid out without an original payment.'),
  flag('partialApproval', 'Partial approvals', 'An authorization can be approved for less.'),
  flag('verification', 'Verification', 'An authorization of 0 verifies the account.'),
  {
    name: 'methods',
    title: 'Payment methods',
    help: 'Some of card, check and cash. Empty: all.',
    kind: 'methods',
    required: false,
    default: null,
  },
  {
    name: 'currencies',
    title: 'Currencies',
    help: 'ISO 4217 numbers. Empty: all.',
    kind: 'currencies',
    required: false,
    default: null,
  },
  flag('networkTokens', 'Network tokens', 'A card can be a network token.'),
  flag('threeDSecure', '3-D Secure', 'An authorization can carry the result of an authentication.'),
  {
    name: 'namesInitialBy',
    title: 'First payment of a series',
    help: 'How a charge without the shopper refers to it.',
    kind: 'choice',
    required: false,
    choices: ['networkId', 'theirs', 'either'],
    default: defaultCapabilities.namesInitialBy,
  },
  {
    name: 'holdMs',
    title: 'Hold lifetime, in milliseconds',
    help: "Empty: the card networks' periods.",
    kind: 'integer',
    required: false,
    default: null,
  },
  {
    name: 'settles',
    title: 'Settlement',
    help: 'With byReport, the report of the connection shows what has settled and what was returned.',
    kind: 'choice',
    required: false,
    choices: ['byGateway', 'byReport'],
    default: defaultCapabilities.settles,
  },
  {
    name: 'settlesAfterMs',
    title: 'Settled after, in milliseconds',
    help: 'After this time a capture or credit is settled and cannot be voided. Empty: never.',
    kind: 'integer',
    required: false,
    default: null,
  },
  {
    name: 'keepsReferenceOf',
    title: 'Keeps our reference of',
    help: 'With transactions, the report has no reference of captures and voids, only that of the transaction.',
    kind: 'choice',
    required: false,
    choices: ['all', 'transactions'],
    default: defaultSettings.keepsReferenceOf,
  },
  {
    name: 'keepsBook',
    title: 'Keeps a ledger',
    help: 'The connection has a report, even if no other setting requires one.',
    kind: 'flag',
    required: false,
    default: defaultSettings.keepsBook,
  },
  {
    name: notificationSecretSetting,
    title: 'Notification secret',
    help: 'Signs the messages that you send to the notifications URL. Empty: no messages are accepted.',
    kind: 'secret',
    required: false,
  },
]

/** @param given validated; a setting that is not given has its default */
const toSettings = (given: ConnectionSettings | PublicSettings): SimulatorSettings => {
  const value = (name: string): unknown =>
    given[name] === undefined ? settings.find((setting) => setting.name === name)?.default : given[name]
  const capabilities = Object.fromEntries(
    Object.entries(defaultCapabilities).map(([name, otherwise]) => [name, value(name) ?? otherwise]),
  ) as unknown as Capabilities
  return {
    capabilities: {
      ...capabilities,
      methods: (value('methods') as readonly PaymentMethod[] | null) ?? defaultCapabilities.methods,
    },
    outcomeAfterMs: value('outcomeAfterMs') as number,
    settlesAfterMs: value('settlesAfterMs') as number | null,
    keepsReferenceOf: value('keepsReferenceOf') as SimulatorSettings['keepsReferenceOf'],
    keepsBook: value('keepsBook') as boolean,
  }
}

export const simulatorDefinition: ProcessorDefinition = {
  name: 'simulator',
  title: 'Simulator',
  modes: ['test'],
  settings,
  testCards: null,
  capabilities: (given) => toSettings(given).capabilities,
  create: (given, { now, accountNow, book }) => {
    const chosen = toSettings(given)
    return simulator({ now, bookNow: accountNow, settings: chosen, ...(needsBook(chosen) && { book }) })
  },
  notifications: simulatedNotifications,
  check: async (given) => ({ result: 'ok', capabilities: toSettings(given).capabilities }),
}
