import { createStore } from '../sql/scope.ts'
import { claimLaggingEndpoints } from './laggingEndpoints.ts'
import {
  deleteWebhookRow,
  findWebhookRow,
  insertWebhook,
  listWebhookRows,
  noteReplay,
  replaceWebhookSecret,
  updateWebhookRow,
} from './webhooks.ts'

/** The webhooks of one account and mode. */
export const webhookStore = createStore({
  insert: insertWebhook,
  list: listWebhookRows,
  find: findWebhookRow,
  update: updateWebhookRow,
  delete: deleteWebhookRow,
  replaceSecret: replaceWebhookSecret,
  noteReplay,
})

export type WebhookStore = ReturnType<typeof webhookStore>

/** Webhook endpoints that one sweep wakes. */
export const webhookSweepStore = createStore({
  claimLagging: claimLaggingEndpoints,
})

export type WebhookSweepStore = ReturnType<typeof webhookSweepStore>
