import { apiError } from '#contract/errors/apiError'
import { toDeliveryAttempt } from './toApi.ts'
import type { Endpoints } from './endpoints.ts'
import { findWebhook } from './find.ts'
import type { FindWebhookNeeds } from './find.ts'
import { notFound } from '../notFound.ts'

interface Needs extends FindWebhookNeeds {
  readonly endpoints: Pick<Endpoints, 'test'>
}

/** Sends a test event to a webhook and returns the attempt. Errors: not_found (404); unavailable (503). */
export const testWebhook = async (id: string, needs: Needs) => {
  await findWebhook(id, needs)
  const result = await needs.endpoints.test(id)
  if (result === null) throw notFound('webhook')
  if (result === 'unread') throw apiError('unavailable')
  const attempt = toDeliveryAttempt(result)
  return { attempt, delivered: attempt.status !== null && Math.floor(attempt.status / 100) === 2, errors: null }
}
