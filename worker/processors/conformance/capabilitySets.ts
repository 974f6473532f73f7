import type { Capabilities } from '../processor.ts'
import { defaultCapabilities } from '../simulator/capabilities.ts'

/** A link with ISO 8583 reversals: the base of the other sets. */
const isoLike: Capabilities = defaultCapabilities

/**
 * Named sets of capabilities, each like a kind of processor that exists. The conformance tests and the models run over all of them.
 *
 * `visibleAfterMs` is short, so that tests can wait for it.
 */
export const capabilitySets = {
  isoLike,

  /** A gateway with a form interface: no idempotency, one capture, look-ups by order id that lag behind, settlement at night. */
  nmiLike: {
    ...isoLike,
    captures: 'one',
    voidsOneCapture: false,
    givesBackRest: false,
    repeats: 'never',
    finds: 'byOurReference',
    reverses: 'byTheirs',
    visibleAfterMs: 150,
    partialApproval: false,
    methods: ['card', 'check'],
    threeDSecure: true,
    namesInitialBy: 'theirs',
    settles: 'byReport',
  },

  /** A global acquirer whose captures and refunds are answered by webhook. */
  adyenLike: {
    ...isoLike,
    voidsOneCapture: false,
    givesBackRest: false,
    answersLater: true,
    unreferencedCredit: false,
    methods: ['card', 'check'],
    threeDSecure: true,
    holdMs: 28 * 86_400_000,
  },

  /** A processor with idempotency keys, whose objects are read by its own ids. */
  stripeLike: {
    ...isoLike,
    captures: 'one',
    voidsOneCapture: false,
    givesBackRest: false,
    finds: 'byTheirs',
    reverses: 'byTheirs',
    unreferencedCredit: false,
    partialApproval: false,
    methods: ['card', 'check'],
    networkTokens: false,
    threeDSecure: true,
    holdMs: 7 * 86_400_000,
  },

  /** Sends nothing twice and finds nothing: an unknown outcome needs a person. */
  blind: { ...isoLike, repeats: 'never', reverses: 'byTheirs' },

  /** Sends nothing twice, but finds every operation at once by our reference. */
  findsAtOnce: { ...isoLike, repeats: 'never', finds: 'byOurReference' },

  /** Repeats by key, finds by our reference late, and gives outcomes of captures and credits later. */
  lateInEverything: { ...isoLike, finds: 'byOurReference', visibleAfterMs: 150, answersLater: true },

  /** Cards in two currencies with one capture each, and nothing besides. */
  bareCards: {
    ...isoLike,
    captures: 'one',
    voidsOneCapture: false,
    givesBackRest: false,
    unreferencedCredit: false,
    partialApproval: false,
    verification: false,
    methods: ['card'],
    currencies: [840, 978],
    networkTokens: false,
    holdMs: 86_400_000,
  },

  /** Several captures, of which none can be voided alone, and whose rest cannot be released. */
  fixedCaptures: { ...isoLike, voidsOneCapture: false, givesBackRest: false, finds: 'byTheirs' },
} as const satisfies Readonly<Record<string, Capabilities>>

export type CapabilitySetName = keyof typeof capabilitySets

/** Of which operations reports have our reference: at such a gateway captures and voids are parts of their transaction. */
export const keepsReferenceOf = (set: CapabilitySetName): 'all' | 'transactions' =>
  set === 'nmiLike' ? 'transactions' : 'all'
