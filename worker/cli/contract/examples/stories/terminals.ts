import type { Story } from '../step.ts'
import { unknownId } from './shared.ts'

const till = '{{register-terminal.terminals.0.id}}'
const waiting = '{{register-waiting-terminal.terminals.0.id}}'
const busy = {
  change: 'until',
  operation: 'getTerminal',
  path: { Terminal: waiting },
  member: 'terminals.0.status',
  is: 'busy',
} as const

/** Terminals and payments at them, with simulated devices and shoppers. */
export const terminals: Story = {
  name: 'terminals',
  begin: '2026-11-20T14:00:00.000Z',
  steps: [
    { prepare: 'allow-tips', operation: 'updateAccount', body: { tipAtSale: true } },
    {
      example: 'register-terminal',
      title: 'Simulated terminal whose shopper adds a tip',
      operation: 'createTerminal',
      body: {
        registrationCode: 'SIM007',
        nickname: 'Till 1',
        configuration: { promptTip: true, tipAmounts: [1, 2.5, 4] },
      },
    },
    {
      example: 'register-waiting-terminal',
      title: 'Simulated terminal that waits for requests',
      operation: 'createTerminal',
      body: { registrationCode: 'SIM005', nickname: 'Till 2' },
    },
    {
      example: 'register-wrong-code',
      title: 'Unknown pairing code',
      operation: 'createTerminal',
      body: { registrationCode: 'BAD000', nickname: 'Till 3' },
    },
    {
      example: 'authorize-terminal',
      title: 'Card at a terminal, with a tip',
      operation: 'authorizeTransaction',
      headers: { 'Idempotency-Key': 'till-1-0815' },
      body: {
        payment: { terminal: { id: till, promptTip: true, tipAmounts: [1, 2.5, 4] } },
        amount: { value: 26.25 },
      },
    },
    {
      example: 'authorize-signature',
      title: 'Card at a terminal, with a signature',
      operation: 'authorizeTransaction',
      headers: { 'Idempotency-Key': 'till-1-0816' },
      body: { payment: { terminal: { id: till, promptSignature: true } }, amount: { value: 310 } },
    },
    {
      example: 'get-signature',
      title: 'Signature',
      operation: 'getSignature',
      path: { id: '{{authorize-signature.transactionId}}' },
    },
    {
      example: 'get-no-signature',
      title: 'Payment without a signature',
      operation: 'getSignature',
      path: { id: '{{authorize-terminal.transactionId}}' },
    },
    { example: 'list-terminals', title: 'First page', operation: 'listTerminals', query: { limit: '1' } },
    { example: 'get-terminal', title: 'Terminal', operation: 'getTerminal', path: { Terminal: till } },
    {
      example: 'get-unknown-terminal',
      title: 'Unknown terminal',
      operation: 'getTerminal',
      path: { Terminal: unknownId },
    },
    {
      example: 'authorize-presented',
      title: 'Card that a test presents at a terminal',
      operation: 'authorizeTransaction',
      headers: { 'Idempotency-Key': 'till-2-0001' },
      body: { payment: { terminal: { id: waiting } }, amount: { value: 12.5 } },
      meanwhile: [
        busy,
        {
          prepare: 'present',
          operation: 'simulateTerminal',
          path: { Terminal: waiting },
          body: { action: 'present' },
        },
      ],
    },
    {
      example: 'authorize-canceled',
      title: 'Payment at a terminal that the till cancels',
      operation: 'authorizeTransaction',
      headers: { 'Idempotency-Key': 'till-2-0002' },
      body: { payment: { terminal: { id: waiting } }, amount: { value: 12.5 } },
      meanwhile: [busy, { prepare: 'cancel', operation: 'cancelTerminal', path: { Terminal: waiting } }],
    },
    {
      prepare: 'waiting-payment',
      background: true,
      operation: 'authorizeTransaction',
      body: { payment: { terminal: { id: waiting } }, amount: { value: 12.5 } },
    },
    busy,
    {
      example: 'get-busy-terminal',
      title: 'Terminal that waits for a card',
      operation: 'getTerminal',
      path: { Terminal: waiting },
    },
    {
      example: 'simulate-card',
      title: 'Card that the shopper presents',
      operation: 'simulateTerminal',
      path: { Terminal: waiting },
      body: { action: 'present' },
    },
    { change: 'finish', request: 'waiting-payment' },
    {
      example: 'cancel-terminal',
      title: 'Terminal without a payment',
      operation: 'cancelTerminal',
      path: { Terminal: waiting },
    },
    {
      example: 'cancel-unknown-terminal',
      title: 'Unknown terminal',
      operation: 'cancelTerminal',
      path: { Terminal: unknownId },
    },
    {
      example: 'simulate-idle',
      title: 'Card at a terminal without a payment',
      operation: 'simulateTerminal',
      path: { Terminal: waiting },
      body: { action: 'present' },
    },
    {
      example: 'simulate-offline',
      title: 'Disconnected terminal',
      operation: 'simulateTerminal',
      path: { Terminal: waiting },
      headers: { 'Idempotency-Key': 'test-17' },
      body: { action: 'offline' },
    },
    {
      example: 'simulate-key-reused',
      title: 'Idempotency-Key of another request',
      operation: 'simulateTerminal',
      path: { Terminal: waiting },
      headers: { 'Idempotency-Key': 'test-17' },
      body: { action: 'present' },
    },
    {
      example: 'authorize-offline',
      title: 'Terminal that is offline',
      operation: 'authorizeTransaction',
      body: { payment: { terminal: { id: waiting } }, amount: { value: 12.5 } },
    },
    { change: 'time', seconds: 90 },
    {
      example: 'simulate-reconnect',
      title: 'Terminal that connects again, without a payment',
      operation: 'simulateTerminal',
      path: { Terminal: waiting },
      body: { action: 'present' },
    },
    { example: 'delete-terminal', title: 'Terminal', operation: 'deleteTerminal', path: { Terminal: waiting } },
    {
      example: 'delete-unknown-terminal',
      title: 'Deleted terminal',
      operation: 'deleteTerminal',
      path: { Terminal: waiting },
    },
  ],
}
