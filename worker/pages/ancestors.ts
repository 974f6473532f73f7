/** An origin as it may stand in a policy: nothing that could end the directive or begin another. */
export const ORIGIN = /^https?:\/\/[a-z0-9.\-[\]:]+$/

/** The sources of `frame-ancestors`: origins that may frame a page, `*` for any, null for nobody. */
export const ancestors = (origins: readonly string[] | '*' | null): string => {
  if (origins === '*') return '*'
  const safe = (origins ?? []).filter((origin) => ORIGIN.test(origin))
  return safe.length > 0 ? safe.join(' ') : "'none'"
}
