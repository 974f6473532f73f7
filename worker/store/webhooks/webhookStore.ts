import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { claimEndpointsBehind } from './endpoints.ts'
import { deleteWebhook, findWebhook, insertWebhook, listWebhooks, rotateWebhook, updateWebhook } from './webhooks.ts'

/** The webhooks of one account and mode. */
export const webhookStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertWebhook,
    list: listWebhooks,
    find: findWebhook,
    update: updateWebhook,
    delete: deleteWebhook,
    rotate: rotateWebhook,
  })

export type WebhookStore = ReturnType<typeof webhookStore>

/** Webhook endpoints that one sweep wakes. */
export const webhookSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    claimBehind: claimEndpointsBehind,
  })

export type WebhookSweepStore = ReturnType<typeof webhookSweepStore>
