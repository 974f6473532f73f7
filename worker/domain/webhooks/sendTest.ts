import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { shownAttempt } from './attempt.ts'
import { findWebhook } from './find.ts'
import { noSuchWebhook } from './noSuchWebhook.ts'

/** Sends a test to a webhook, and answers what came of it. Refusals: not_found (404); unavailable (503). */
export const testWebhook = async (id: string, services: RequestServices) => {
  await findWebhook(id, services)
  const attempted = await services.endpoints.test(id)
  if (attempted === null) throw noSuchWebhook()
  if (attempted === 'unread') throw refuse('unavailable')
  const attempt = shownAttempt(attempted)
  return { attempt, delivered: attempt.status !== null && Math.floor(attempt.status / 100) === 2, errors: null }
}
