import { originPattern } from '#contract/schema/originPattern'

/** The sources of `frame-ancestors`: the given origins, `*` for any, null for none. */
export const ancestors = (origins: readonly string[] | '*' | null): string => {
  if (origins === '*') return '*'
  const safe = (origins ?? []).filter((origin) => originPattern.test(origin))
  return safe.length > 0 ? safe.join(' ') : "'none'"
}
