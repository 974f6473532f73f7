import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'

/**
 * The error (404 not_found) for an id that is unknown, deleted, of another account or of the other mode. The client cannot tell
 * these apart.
 *
 * @param resource kind of the missing resource, such as `customer`
 */
export const notFound = (resource: string): ApiError => apiError('not_found', { details: { resource } })
