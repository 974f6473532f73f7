import { currencies } from '#contract/money/currencies'
import type { ProcessorDefinition } from '../../../processors/definition.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { markdownTable } from './markdownTable.ts'

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

const methodTexts = { card: 'cards', check: 'bank debits', cash: 'cash' } as const

const initialNames = {
  networkId: 'named by its network id',
  theirs: 'has to be over the same connection',
  either: 'named by its network id, or over the same connection',
} as const

const dayMs = 86_400_000

const lostResponse = ({ repeats, finds }: Capabilities): string => {
  if (repeats === 'byKey') return 'sent again, without a second effect'
  return finds === 'never' ? 'manual decision' : 'looked up'
}

/** What each capability means for a merchant. Null for those that a merchant does not notice, or that another row includes. */
const merchantRows: Readonly<
  Record<keyof Capabilities, readonly [ability: string, text: (can: Capabilities) => string] | null>
> = {
  methods: ['Payment methods', ({ methods }) => methods.map((method) => methodTexts[method]).join(', ')],
  networkTokens: ['Google Pay', ({ networkTokens }) => yesOrNo(networkTokens)],
  threeDSecure: ['3-D Secure', ({ threeDSecure }) => yesOrNo(threeDSecure)],
  namesInitialBy: ['First payment of a series', ({ namesInitialBy }) => initialNames[namesInitialBy]],
  currencies: [
    'Currencies',
    ({ currencies: those }) =>
      those === 'all' ? 'all' : those.map((number) => currencies.get(number)?.code ?? String(number)).join(', '),
  ],
  captures: ['Captures of one payment', ({ captures }) => (captures === 'many' ? 'several' : 'one')],
  voidsOneCapture: ['Void of one capture', ({ voidsOneCapture }) => yesOrNo(voidsOneCapture)],
  givesBackRest: [
    'Release of the rest after a capture',
    ({ captures, givesBackRest }) => (captures === 'one' ? 'always' : yesOrNo(givesBackRest)),
  ],
  answersLater: [
    'Outcome of captures and refunds',
    ({ answersLater }) => (answersLater ? 'later, by event' : 'in the response'),
  ],
  partialApproval: ['Approval of a part of the amount', ({ partialApproval }) => yesOrNo(partialApproval)],
  verification: ['Check of a card with an amount of 0', ({ verification }) => yesOrNo(verification)],
  creditsUnsettled: ['Refund before settlement', ({ creditsUnsettled }) => yesOrNo(creditsUnsettled)],
  unreferencedCredit: ['Payout without a payment', ({ unreferencedCredit }) => yesOrNo(unreferencedCredit)],
  holdMs: [
    'How long money is held',
    ({ holdMs }) => (holdMs === null ? "the card networks' own times" : `${Math.floor(holdMs / dayMs)} days`),
  ],
  settles: ['Settlement', ({ settles }) => (settles === 'byGateway' ? 'at the end of the day' : 'by the processor')],
  repeats: ['A capture or refund without a response is', lostResponse],
  finds: null,
  reverses: null,
  visibleAfterMs: null,
}

/** What connections to each processor can do, in a merchant's words, without settings that change it. */
export const merchantCapabilities = (definitions: readonly ProcessorDefinition[]): string =>
  markdownTable(
    ['What', ...definitions.map(({ title }) => title)],
    [
      ['Modes', ...definitions.map(({ modes }) => modes.join(', '))],
      ...Object.values(merchantRows).flatMap((row) =>
        row === null ? [] : [[row[0], ...definitions.map((definition) => row[1](definition.capabilities({})))]],
      ),
    ],
  )
