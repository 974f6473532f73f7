import type { SettingDefinition, SettingValue } from '../../../processors/definition.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { nmiDefinition } from '../../../processors/nmi/definition.ts'
import { processorRegistry } from '../../../processors/registry.ts'
import { simulatorDefinition } from '../../../processors/simulator/definition.ts'
import { code, codes, markdownTable } from './markdownTable.ts'
import { merchantCapabilities } from './merchantCapabilities.ts'

/** What the gateway does with each capability, or without it. */
const capabilityTexts: Readonly<Record<keyof Capabilities, string>> = {
  captures: 'How many captures a hold can have. With `one`, the capture releases the rest',
  voidsOneCapture: 'A capture can be voided alone, and its amount is held again',
  givesBackRest: 'The rest of a hold can be released while its captures stand',
  repeats: '`byKey`: an operation that is sent twice has one effect. `never`: it has two',
  finds: 'The reference that a look-up needs: ours, theirs, or no look-ups',
  reverses: 'The reference that a reversal needs',
  visibleAfterMs: 'Milliseconds until a look-up that finds nothing proves something',
  answersLater: 'Captures and credits are pending first',
  creditsUnsettled: 'A payment can be refunded before its captures have settled',
  unreferencedCredit: 'Money can be paid out without an original payment',
  partialApproval: 'An authorization can be approved for less',
  verification: 'An authorization of 0 verifies the account',
  methods: 'Payment methods',
  currencies: 'ISO 4217 numbers, or all of the gateway',
  networkTokens: 'A card can be a network token',
  threeDSecure: 'An authorization can carry the result of an authentication',
  namesInitialBy:
    "How a charge without the shopper names the first payment of its series: the network's id, or their reference",
  holdMs: "Milliseconds that a hold lives. Without a value: the card networks' own times",
  settles:
    "`byGateway`: captures and credits settle at the end of the account's day. `byReport`: once the report shows it",
}

const valueText = (value: SettingValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null) return 'none'
  return typeof value === 'object' ? codes(value.map(String)) : code(String(value))
}

/** The capabilities, with those of each processor as it is without settings. */
export const capabilities = (): string => {
  const definitions = [...processorRegistry.values()]
  return markdownTable(
    ['Capability', 'Meaning', ...definitions.map(({ title }) => title)],
    Object.entries(capabilityTexts).map(([name, text]) =>
      [code(name), text].concat(
        definitions.map((definition) => valueText(definition.capabilities({})[name as keyof Capabilities])),
      ),
    ),
  )
}

/** What connections to each processor can do, for merchants. */
export const processorAbilities = (): string => merchantCapabilities([...processorRegistry.values()])

const settingsTable = (settings: readonly SettingDefinition[]): string =>
  markdownTable(
    ['Setting', 'Value', 'Default', 'Effect'],
    settings.map(({ name, kind, required, choices, default: otherwise = null, help }) => [
      code(name),
      choices === undefined ? kind : codes([...choices]),
      required && otherwise === null ? 'required' : valueText(otherwise),
      help.replace(/\.$/, ''),
    ]),
  )

/** The settings of a simulated connection. */
export const simulatorSettings = (): string => settingsTable(simulatorDefinition.settings)
/** The settings of a connection to NMI. */
export const nmiSettings = (): string => settingsTable(nmiDefinition.settings)
