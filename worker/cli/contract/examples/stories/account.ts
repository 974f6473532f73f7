import type { Story } from '../step.ts'
import { unknownId } from './shared.ts'

/** Settings, API keys, the audit log and the test clock. */
export const account: Story = {
  name: 'account',
  begin: '2026-11-20T18:00:00.000Z',
  steps: [
    { example: 'get-account', title: 'Settings of test mode', operation: 'getAccount' },
    {
      example: 'set-rules',
      title: 'Rules for declines',
      operation: 'updateAccount',
      body: { avsReject: ['N'], cvvReject: ['N'], duplicateWindowSeconds: 60 },
    },
    {
      example: 'set-webhook-headers',
      title: 'Default headers of webhooks',
      operation: 'updateAccount',
      body: { webhookDefaults: { hosts: ['shop.example'], headers: { authorization: 'Bearer 7f3a' } } },
    },
    {
      example: 'set-time-zone-invalid',
      title: 'Unknown time zone',
      operation: 'updateAccount',
      body: { timeZone: 'Indianapolis' },
    },
    { example: 'get-quotas', title: 'Quotas of test mode', operation: 'getQuotas' },
    {
      example: 'issue-restricted-key',
      title: 'Restricted key that reads payments',
      operation: 'issueApiKey',
      body: { kind: 'restricted', name: 'Reports', scopes: ['transactions:read'] },
    },
    {
      example: 'issue-publishable-key',
      title: 'Publishable key for one origin',
      operation: 'issueApiKey',
      body: { kind: 'publishable', allowedOrigins: ['https://shop.example'] },
    },
    {
      example: 'issue-key-invalid',
      title: 'Restricted key without scopes',
      operation: 'issueApiKey',
      body: { kind: 'restricted', name: 'Reports' },
    },
    { example: 'list-api-keys', title: 'First page', operation: 'listApiKeys', query: { limit: '2' } },
    {
      example: 'rotate-api-key',
      title: 'Replacement within a day',
      operation: 'rotateApiKey',
      path: { id: '{{issue-restricted-key.apiKey.id}}' },
      body: { overlapHours: 24 },
    },
    {
      example: 'list-with-expiring-key',
      title: 'Request with a key that was replaced',
      operation: 'listTransactions',
      key: '{{issue-restricted-key.key}}',
      query: { limit: '1' },
    },
    {
      example: 'revoke-api-key',
      title: 'API key',
      operation: 'revokeApiKey',
      path: { id: '{{issue-publishable-key.apiKey.id}}' },
    },
    {
      example: 'revoke-unknown-api-key',
      title: 'Unknown API key',
      operation: 'revokeApiKey',
      path: { id: unknownId },
    },
    {
      example: 'list-audit',
      title: 'Changes of API keys',
      operation: 'listAuditEntries',
      query: { action: 'apikey.rotated,apikey.revoked' },
    },
    {
      example: 'list-audit-invalid',
      title: 'Unknown action',
      operation: 'listAuditEntries',
      query: { action: 'paid' },
    },
    { example: 'get-test-clock', title: 'Real time', operation: 'getTestClock' },
    {
      example: 'set-test-clock',
      title: 'Day in the future',
      operation: 'setTestClock',
      body: { now: '2026-12-31' },
    },
    {
      example: 'set-test-clock-back',
      title: 'Time before the current one',
      operation: 'setTestClock',
      body: { now: '2023-01-01' },
    },
    { example: 'advance-test-clock', title: 'One day', operation: 'advanceTestClock', body: { seconds: 86_400 } },
    { example: 'reset-test-clock', title: 'Return to real time', operation: 'resetTestClock' },
  ],
}
