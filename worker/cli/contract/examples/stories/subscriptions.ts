import type { HiddenRequest, Story } from '../step.ts'
import { ada, advance, tokenOf, unknownId } from './shared.ts'

const plan = '{{create-plan.subscriptions.0.id}}'
const subscription = '{{subscribe.customerSubscriptions.0.customerSubscriptionId}}'

const change = (name: string, body: object): HiddenRequest => ({
  prepare: name,
  operation: 'updateCustomerSubscription',
  path: { Customer: ada, Subscription: subscription },
  body,
})

/** Plans, subscriptions and their bills. */
export const subscriptions: Story = {
  name: 'subscriptions',
  begin: '2026-11-20T13:00:00.000Z',
  steps: [
    {
      example: 'create-plan',
      title: 'Monthly plan on the last day of the month',
      operation: 'createSubscription',
      body: { label: 'Coffee, a bag a month', cycle: { unit: 'month', dayOfCycle: 31 }, amount: { value: 18.5 } },
    },
    {
      example: 'create-installments',
      title: 'Six payments, every two weeks',
      operation: 'createSubscription',
      headers: { 'Idempotency-Key': 'plan-espresso' },
      body: {
        label: 'Espresso machine, in six parts',
        cycle: { unit: 'week', interval: 2 },
        amount: { value: 75 },
        installments: 6,
      },
    },
    {
      example: 'create-plan-again',
      title: 'Label of another plan',
      operation: 'createSubscription',
      body: { label: 'Coffee, a bag a month', cycle: { unit: 'month' }, amount: { value: 20 } },
    },
    {
      example: 'create-plan-key-reused',
      title: 'Idempotency-Key of another request',
      operation: 'createSubscription',
      headers: { 'Idempotency-Key': 'plan-espresso' },
      body: { label: 'Tea, a bag a month', cycle: { unit: 'month' }, amount: { value: 20 } },
    },
    { example: 'list-plans', title: 'All plans', operation: 'listSubscriptions' },
    {
      example: 'subscribe',
      title: 'Subscription that starts in the future',
      operation: 'createCustomerSubscription',
      path: { Customer: ada },
      headers: { 'Idempotency-Key': 'subscription-501' },
      body: { plan, startDate: '2026-12-01' },
    },
    {
      example: 'subscribe-now',
      title: 'Subscription with its own price, charged at once',
      operation: 'createCustomerSubscription',
      path: { Customer: ada },
      headers: { 'Idempotency-Key': 'subscription-502' },
      body: {
        plan: '{{create-installments.subscriptions.0.id}}',
        wallet: '{{store-card.wallet.0.id}}',
        amount: { subtotal: 70, tax: 4.9 },
        installments: 2,
      },
    },
    {
      prepare: 'customer-without-card',
      operation: 'createCustomer',
      body: { firstName: 'Charles', lastName: 'Babbage' },
    },
    {
      example: 'subscribe-without-card',
      title: 'Customer without a payment method',
      operation: 'createCustomerSubscription',
      path: { Customer: '{{customer-without-card.customers.0.id}}' },
      body: { plan },
    },
    {
      example: 'change-price',
      title: 'New price, from the next bill',
      operation: 'updateCustomerSubscription',
      path: { Customer: ada, Subscription: subscription },
      body: { amount: { subtotal: 18.5, tax: 1.3 } },
    },
    {
      example: 'pause',
      title: 'Pause until a date',
      operation: 'updateCustomerSubscription',
      path: { Customer: ada, Subscription: subscription },
      body: { status: 'paused', resumesAt: '2027-03-01' },
    },
    {
      example: 'resume',
      title: 'Resumption',
      operation: 'updateCustomerSubscription',
      path: { Customer: ada, Subscription: subscription },
      body: { status: 'active' },
    },
    {
      example: 'change-unknown-subscription',
      title: 'Unknown subscription',
      operation: 'updateCustomerSubscription',
      path: { Customer: ada, Subscription: unknownId },
      body: { status: 'paused' },
    },
    {
      example: 'delete-charged-card',
      title: 'Card that a subscription charges',
      operation: 'deleteWalletEntry',
      path: { Customer: ada, Wallet: '{{store-card.wallet.0.id}}' },
    },
    advance('two-weeks', 15),
    advance('until-month-end', 27),
    {
      example: 'list-subscriptions',
      title: 'Active and completed subscription',
      operation: 'listCustomerSubscriptions',
      path: { Customer: ada },
    },
    {
      example: 'list-bills',
      title: 'Paid bills',
      operation: 'listBills',
      path: {
        Customer: ada,
        Subscription: '{{subscribe-now.customerSubscriptions.0.customerSubscriptionId}}',
      },
    },
    // The issuer declines this card as soon as it is stored.
    tokenOf('declining-card', '4000000000000341'),
    {
      prepare: 'store-declining-card',
      operation: 'addWalletEntry',
      path: { Customer: ada },
      body: { token: '{{declining-card.token}}' },
    },
    change('charge-declining-card', { wallet: '{{store-declining-card.wallet.0.id}}' }),
    advance('first-declined', 32),
    {
      example: 'list-past-due-bills',
      title: 'Paid bill, and a declined one',
      operation: 'listBills',
      path: { Customer: ada, Subscription: subscription },
    },
    {
      example: 'list-past-due-subscriptions',
      title: 'Past due',
      operation: 'listAllCustomerSubscriptions',
      query: { status: 'past_due' },
    },
    {
      example: 'list-subscriptions-unknown-status',
      title: 'Unknown status',
      operation: 'listAllCustomerSubscriptions',
      query: { status: 'late' },
    },
    advance('retries', 17),
    {
      example: 'cancel-subscription',
      title: 'Subscription',
      operation: 'cancelCustomerSubscription',
      path: { Customer: ada, Subscription: subscription },
    },
    {
      example: 'cancel-unknown-subscription',
      title: 'Unknown subscription',
      operation: 'cancelCustomerSubscription',
      path: { Customer: ada, Subscription: unknownId },
    },
    {
      example: 'delete-plan',
      title: 'Plan',
      operation: 'deleteSubscription',
      path: { Subscription: plan },
    },
    {
      example: 'delete-unknown-plan',
      title: 'Unknown plan',
      operation: 'deleteSubscription',
      path: { Subscription: unknownId },
    },
  ],
}
