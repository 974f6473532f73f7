import type { Capabilities } from '../processor.ts'

/** What the simulator can do unless a connection's settings say otherwise: everything, like a link with ISO 8583 reversals. */
export const defaultCapabilities = {
  captures: 'many',
  voidsOneCapture: true,
  givesBackRest: true,
  repeats: 'byKey',
  finds: 'never',
  reverses: 'byOurReference',
  visibleAfterMs: 0,
  answersLater: false,
  creditsUnsettled: true,
  unreferencedCredit: true,
  partialApproval: true,
  verification: true,
  methods: ['card', 'check', 'cash'],
  currencies: 'all',
  networkTokens: true,
  threeDSecure: false,
  namesInitialBy: 'networkId',
  holdMs: null,
  settles: 'byGateway',
} as const satisfies Capabilities
