import type { Story } from '../step.ts'
import { unknownId } from './shared.ts'

const added = '{{add-connection.connection.id}}'

/** Connections to processors, and the routing of payments to them. */
export const connections: Story = {
  name: 'connections',
  begin: '2026-11-20T18:30:00.000Z',
  steps: [
    { example: 'list-processors', title: 'All processors', operation: 'listProcessors' },
    {
      example: 'add-connection',
      title: 'Simulated account that captures once',
      operation: 'createConnection',
      body: { processor: 'simulator', label: 'US cards', settings: { captures: 'one', currencies: [840] } },
    },
    {
      example: 'add-connection-misspelled',
      title: 'Misspelled setting',
      operation: 'createConnection',
      body: { processor: 'simulator', label: 'US cards', settings: { capturs: 'one' } },
    },
    {
      example: 'add-connection-unknown',
      title: 'Unknown processor',
      operation: 'createConnection',
      body: { processor: 'simulater', label: 'US cards' },
    },
    {
      example: 'check-connection',
      title: 'Credentials that the processor accepts',
      operation: 'checkConnection',
      path: { Connection: added },
    },
    {
      example: 'check-unknown-connection',
      title: 'Unknown connection',
      operation: 'checkConnection',
      path: { Connection: unknownId },
    },
    {
      example: 'reconcile-connection',
      title: 'One day',
      operation: 'reconcileConnection',
      path: { Connection: added },
      body: { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    },
    {
      example: 'reconcile-built-in-connection',
      title: 'Simulator without a report',
      operation: 'reconcileConnection',
      path: { Connection: 'simulator' },
      body: { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    },
    { example: 'list-connections', title: 'All connections', operation: 'listConnections' },
    {
      example: 'get-connection',
      title: 'Built-in simulator',
      operation: 'getConnection',
      path: { Connection: 'simulator' },
    },
    {
      example: 'change-connection',
      title: 'Another label and one setting',
      operation: 'updateConnection',
      path: { Connection: added },
      body: { label: 'US and Canada', settings: { currencies: [840, 124] } },
    },
    {
      example: 'disable-connection',
      title: 'No further payments',
      operation: 'updateConnection',
      path: { Connection: added },
      body: { disabled: true },
    },
    {
      example: 'change-built-in-connection',
      title: 'Built-in simulator',
      operation: 'updateConnection',
      path: { Connection: 'simulator' },
      body: { disabled: true },
    },
    {
      example: 'delete-connection',
      title: 'Connection without payments',
      operation: 'deleteConnection',
      path: { Connection: added },
    },
    {
      example: 'delete-connection-again',
      title: 'Connection that is deleted',
      operation: 'deleteConnection',
      path: { Connection: added },
    },
  ],
}
