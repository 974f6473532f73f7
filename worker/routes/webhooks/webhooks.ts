import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks/webhooks'
import { listDeliveries } from '#contract/webhooks/deliveries'
import { listWebhooks as list } from '../../domain/webhooks/list.ts'
import { listDeliveries as deliveries } from '../../domain/webhooks/listDeliveries.ts'
import { registerWebhook } from '../../domain/webhooks/register.ts'
import { deleteWebhook as remove } from '../../domain/webhooks/delete.ts'
import { replayWebhook as replay } from '../../domain/webhooks/replay.ts'
import { rotateWebhookSecret as rotate } from '../../domain/webhooks/rotateSecret.ts'
import { testWebhook as test } from '../../domain/webhooks/sendTest.ts'
import { updateWebhook as update } from '../../domain/webhooks/update.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const webhooks = (app: App): void => {
  serve(app, createWebhook, ({ body }, services) => registerWebhook(body, services))
  serve(app, listWebhooks, (_input, services) => list(services))
  serve(app, updateWebhook, ({ params, body }, services) => update(params.Webhook, body, services))
  serve(app, deleteWebhook, ({ params }, services) => remove(params.Webhook, services))
  serve(app, rotateWebhookSecret, ({ params }, services) => rotate(params.Webhook, services))
  serve(app, testWebhook, ({ params }, services) => test(params.Webhook, services))
  serve(app, replayWebhook, ({ params, body }, services) => replay(params.Webhook, body, services))
  serve(app, listDeliveries, ({ params, query }, services) => deliveries(params.Webhook, query, services))
}
