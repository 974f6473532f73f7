import type { RateLimit } from '#contract/rateLimits'
import type { RateLimiter } from '../../app/env.ts'

/** Counts requests as Miniflare does: in windows that begin at full multiples of their length. */
export const countingLimiter = ({ quota, window }: RateLimit): RateLimiter => {
  let begun = 0
  let counts = new Map<string, number>()
  return {
    limit: async ({ key }) => {
      const current = Math.floor(Date.now() / (window * 1000))
      if (current !== begun) counts = new Map()
      begun = current
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return { success: count <= quota }
    },
  }
}
