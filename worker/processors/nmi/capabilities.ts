import type { Capabilities, PaymentMethod } from '../processor.ts'

/** US and Canadian dollars: what NMI's banks settle unless an account says otherwise. */
const usualCurrencies: readonly number[] = [840, 124]

/** What a connection's settings change. */
export interface NmiAbilities {
  readonly methods: readonly PaymentMethod[] | null
  /** ISO 4217 numbers. Null: the usual ones. */
  readonly currencies: readonly number[] | null
  readonly networkIds: boolean
  readonly creditsUnsettled: boolean
}

/** Look-ups may show an operation this late. */
const visibleAfterMs = 10 * 60_000

/** What NMI can do: an operation has one capture, is never recognized when it is sent twice, and is found by our reference. */
export const nmiCapabilities = ({ methods, currencies, networkIds, creditsUnsettled }: NmiAbilities): Capabilities => ({
  captures: 'one',
  voidsOneCapture: false,
  givesBackRest: false,
  repeats: 'never',
  finds: 'byOurReference',
  reverses: 'byTheirs',
  visibleAfterMs,
  answersLater: false,
  creditsUnsettled,
  unreferencedCredit: true,
  partialApproval: false,
  verification: true,
  methods: methods ?? ['card', 'check'],
  currencies: currencies ?? usualCurrencies,
  networkTokens: true,
  threeDSecure: false,
  namesInitialBy: networkIds ? 'either' : 'theirs',
  holdMs: null,
  settles: 'byReport',
})
