import type { ListWebhooksAnswer, TestWebhookAnswer, Webhook } from '../../../client/types.ts'
import type { Api } from '../../api/api.ts'
import type { Secret } from '../../parts/secret-dialog.ts'
import { errorText } from '../../shell/errorText.ts'
import { webhooksTexts } from '../webhooks/texts.ts'
import type { SavedWebhook } from '../webhooks/webhook-dialog.ts'
import { answerText } from './answerText.ts'
import { webhookTexts } from './texts.ts'

/** The path of a webhook in the API. */
export const webhookPath = (id: string): string => `/v1/webhook/${encodeURIComponent(id)}`

/** Reads a webhook; null if it does not exist. */
export const readWebhook = async (api: Api, id: string): Promise<Webhook | null> => {
  const { webhooks } = await api.get<ListWebhooksAnswer>('/v1/webhook')
  return webhooks.find((each) => each.id === id) ?? null
}

/** Sends a test event. Returns the result in words. */
export const sendTestEvent = async (api: Api, id: string): Promise<string> => {
  try {
    const { attempt, delivered } = await api.json<TestWebhookAnswer>('POST', `${webhookPath(id)}/test`)
    const { test } = webhookTexts
    const answer = answerText(attempt.status)
    return delivered ? test.delivered(answer) : test.failed(answer)
  } catch (error) {
    return errorText(error)
  }
}

/** Turns a webhook on or off. */
export const turnWebhook = async (api: Api, id: string, enabled: boolean): Promise<void> => {
  await api.send('PUT', webhookPath(id), { body: { enabled } })
}

/** Replaces the signing secret. @param key a repeated request with the same one rotates once */
export const rotateSecret = async (api: Api, id: string, key: string): Promise<Secret> => {
  const { webhook } = await api.json<SavedWebhook>('POST', `${webhookPath(id)}/rotate`, { key })
  const { created, label, note } = webhooksTexts.secret
  return { title: created, value: webhook.secret ?? null, label, note }
}

/** Removes a webhook with its deliveries. */
export const removeWebhook = async (api: Api, id: string): Promise<void> => {
  await api.send('DELETE', webhookPath(id))
}
