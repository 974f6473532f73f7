import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { claimEndpointsBehind } from './endpoints.ts'
import {
  deleteWebhookRow,
  findWebhookRow,
  insertWebhook,
  listWebhookRows,
  replaceWebhookSecret,
  updateWebhookRow,
} from './webhooks.ts'

/** The webhooks of one account and mode. */
export const webhookStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertWebhook,
    list: listWebhookRows,
    find: findWebhookRow,
    update: updateWebhookRow,
    delete: deleteWebhookRow,
    replaceSecret: replaceWebhookSecret,
  })

export type WebhookStore = ReturnType<typeof webhookStore>

/** Webhook endpoints that one sweep wakes. */
export const webhookSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    claimBehind: claimEndpointsBehind,
  })

export type WebhookSweepStore = ReturnType<typeof webhookSweepStore>
