/** An origin that is safe in a policy: without characters that end a directive. */
export const originPattern = /^https?:\/\/[a-z0-9.\-[\]:]+$/

/** The sources of `frame-ancestors`: the given origins, `*` for any, null for none. */
export const ancestors = (origins: readonly string[] | '*' | null): string => {
  if (origins === '*') return '*'
  const safe = (origins ?? []).filter((origin) => originPattern.test(origin))
  return safe.length > 0 ? safe.join(' ') : "'none'"
}
