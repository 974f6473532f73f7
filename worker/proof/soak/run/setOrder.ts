import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'

/** Sets of capabilities in the order of histories and restores: first those whose ways of recovery differ most. */
export const setOrder: readonly CapabilitySetName[] = [
  'nmiLike',
  'blind',
  'adyenLike',
  'isoLike',
  'stripeLike',
  'lateInEverything',
  'findsAtOnce',
  'bareCards',
  'fixedCaptures',
]
