/**
 * Rules of Spectral that are switched off, each with its reason. All others apply, also those that are not recommended. Of Redocly all of
 * `recommended-strict` applies, in which warnings are errors.
 */
export const spectralRules = {
  // Each gateway has its own operator, and this description is the same on all.
  'info-contact': 'off',
  // Tags have the order of the reference: payments first, then what they need.
  'openapi-tags-alphabetical': 'off',
} as const
