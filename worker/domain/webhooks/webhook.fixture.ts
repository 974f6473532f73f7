import { createWebhook, replayWebhook as replayEndpoint } from '#contract/webhooks/webhooks'
import { updateWebhook as updateEndpoint } from '#contract/webhooks/webhooks'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { recordingEndpoints } from '../../testing/doubles/recordingPorts.ts'
import { parseInput } from '../../testing/domainCalls.ts'
import type { Endpoints } from './endpoints.ts'
import { listWebhooks } from './list.ts'
import { registerWebhook } from './register.ts'

export const url = 'https://shop.example.com/hooks'
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const iso = (ms: number) => new Date(ms).toISOString()

export const webhookRegistration = (more: object = {}) =>
  parseInput(createWebhook, { url, enabled: true, subscribedEvents: null, headers: null, ...more })
export const change = (members: object) => parseInput(updateEndpoint, members)
export const period = (members: object) => parseInput(replayEndpoint, members)

/** Services with endpoints that record their calls, and functions to register and list webhooks. */
export const webhookFixture = async (
  options: Parameters<typeof domainFixture>[0] = {},
  given: Partial<Endpoints> = {},
) => {
  const fixture = await domainFixture(options)
  const endpoints = recordingEndpoints(given)
  const needs = () => ({ ...fixture.services(), endpoints })
  const register = async (more: object = {}) => (await registerWebhook(webhookRegistration(more), needs())).webhook
  const listed = async () => (await listWebhooks(needs())).webhooks
  const audit = async () =>
    (
      await fixture.merchant.rows(
        'SELECT action, detail FROM audit WHERE account = ? ORDER BY rowid',
        fixture.merchant.id,
      )
    ).map(({ action, detail }) => [action, JSON.parse(detail)])
  return { ...fixture, endpoints, needs, register, listed, audit }
}

export const webhookNotFound = [{ type: 'not_found', details: { resource: 'webhook' } }]
