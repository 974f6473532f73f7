import { ApiError } from '#contract/errors/apiError'
import type { Account } from './account.ts'

export const isHttps = (origin: string): boolean => origin.startsWith('https://')

/** Whether an origin is http on this machine. */
export const isLocal = (origin: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin)

/** Requires https for each allowed origin in live mode. Over http, anybody on the network could change the page. Error: format_invalid. */
export const requireHttpsOrigins = (mode: Account['mode'], origins: readonly string[] = []): void => {
  if (mode === 'test') return
  const [first, ...others] = origins.flatMap((origin, index) =>
    isHttps(origin)
      ? []
      : [
          {
            type: 'format_invalid' as const,
            field: `allowedOrigins[${index}]`,
            details: { format: 'https://host:port' },
          },
        ],
  )
  if (first !== undefined) throw new ApiError(first, ...others)
}
