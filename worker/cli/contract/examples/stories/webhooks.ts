import type { Story } from '../step.ts'
import { ada, unknownId } from './shared.ts'

const shop = '{{register-webhook.webhook.id}}'
const shipping = '{{register-events.webhook.id}}'

/** Webhooks, events and their deliveries. */
export const webhooks: Story = {
  name: 'webhooks',
  begin: '2026-11-20T17:00:00.000Z',
  steps: [
    {
      example: 'register-events',
      title: 'Webhook for captures and settlements, with a header',
      operation: 'createWebhook',
      body: {
        url: 'https://shipping.example/hooks',
        enabled: true,
        subscribedEvents: null,
        eventTypes: ['transaction.captured', 'transaction.settled'],
        headers: { authorization: 'Bearer 7f3a' },
        maxConcurrency: 10,
      },
    },
    {
      example: 'register-again',
      title: 'URL that is registered: its webhook is changed',
      operation: 'createWebhook',
      body: { url: 'https://shipping.example/hooks', enabled: true, subscribedEvents: [1, 4] },
    },
    {
      example: 'register-address',
      title: 'IP address instead of a host name',
      operation: 'createWebhook',
      body: { url: 'https://192.0.2.7/hooks', enabled: true, subscribedEvents: null },
    },
    { example: 'list-webhooks', title: 'All webhooks', operation: 'listWebhooks' },
    {
      example: 'update-webhook',
      title: 'Settlement events only, and no headers',
      operation: 'updateWebhook',
      path: { Webhook: shipping },
      body: { subscribedEvents: [4], headers: null },
    },
    {
      example: 'update-unknown-webhook',
      title: 'Unknown webhook',
      operation: 'updateWebhook',
      path: { Webhook: unknownId },
      body: { enabled: true },
    },
    { example: 'test-webhook', title: 'Delivered test event', operation: 'testWebhook', path: { Webhook: shop } },
    { change: 'receiver', status: null },
    {
      example: 'test-webhook-failed',
      title: 'Server that does not respond',
      operation: 'testWebhook',
      path: { Webhook: shop },
    },
    {
      prepare: 'event',
      operation: 'updateCustomer',
      path: { Customer: ada },
      body: { company: 'Analytical Engines' },
    },
    { change: 'receiver', status: 204 },
    { example: 'list-events', title: 'First page', operation: 'listEvents', query: { limit: '1' } },
    {
      example: 'list-customer-events',
      title: 'Events of a type since a time',
      operation: 'listEvents',
      query: { type: 'customer.created', since: '2026-11-20T10:00:00Z' },
    },
    {
      example: 'get-event',
      title: 'Changed customer',
      operation: 'getEvent',
      path: { Event: '{{list-events.events.0.id}}' },
    },
    {
      example: 'get-unknown-event',
      title: 'Unknown event',
      operation: 'getEvent',
      path: { Event: 'evt-01a1f800-0000-7000-8000-000000000000' },
    },
    {
      example: 'list-attempts',
      title: 'Failed attempt, and a later successful one',
      operation: 'listAttempts',
      path: { Event: '{{list-events.events.0.id}}' },
    },
    {
      example: 'list-deliveries',
      title: 'Deliveries with their attempts',
      operation: 'listDeliveries',
      path: { Webhook: shop },
      query: { limit: '2' },
    },
    {
      example: 'replay-event',
      title: 'Delivery to one webhook',
      operation: 'replayEvent',
      path: { Event: '{{list-events.events.0.id}}' },
      body: { webhook: shop },
    },
    {
      example: 'replay-webhook',
      title: 'Events since a time',
      operation: 'replayWebhook',
      path: { Webhook: shop },
      body: { since: '2026-11-20T10:00:00Z' },
    },
    {
      example: 'replay-undelivered',
      title: 'Events that were not delivered',
      operation: 'replayWebhook',
      path: { Webhook: shop },
      body: { undelivered: true },
    },
    {
      prepare: 'disable',
      operation: 'updateWebhook',
      path: { Webhook: shipping },
      body: { enabled: false },
    },
    {
      example: 'replay-disabled-webhook',
      title: 'Disabled webhook',
      operation: 'replayWebhook',
      path: { Webhook: shipping },
      body: { since: '2026-11-20T10:00:00Z' },
    },
    {
      example: 'replay-event-disabled',
      title: 'Disabled webhook',
      operation: 'replayEvent',
      path: { Event: '{{list-events.events.0.id}}' },
      body: { webhook: shipping },
    },
    {
      example: 'rotate-webhook-secret',
      title: 'New secret',
      operation: 'rotateWebhookSecret',
      path: { Webhook: shop },
    },
    { example: 'delete-webhook', title: 'Webhook', operation: 'deleteWebhook', path: { Webhook: shipping } },
    {
      example: 'delete-unknown-webhook',
      title: 'Deleted webhook',
      operation: 'deleteWebhook',
      path: { Webhook: shipping },
    },
  ],
}
