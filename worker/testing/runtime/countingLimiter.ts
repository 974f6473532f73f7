import type { RateLimit } from '#contract/rateLimits'
import type { RateLimiter } from '../../app/env.ts'

/** A rate limiter with fixed windows, aligned to multiples of their length, as in Miniflare. */
export const countingLimiter = ({ quota, window }: RateLimit): RateLimiter => {
  let currentWindow = 0
  let counts = new Map<string, number>()
  return {
    limit: async ({ key }) => {
      const index = Math.floor(Date.now() / (window * 1000))
      if (index !== currentWindow) counts = new Map()
      currentWindow = index
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return { success: count <= quota }
    },
  }
}
