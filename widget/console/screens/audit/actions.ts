import { auditActions } from '#contract/accounts/audit'

/** Actions by their first word, in the order of the filter. A sign-in that failed has a group of its own. */
const nouns: Readonly<Record<string, readonly string[]>> = {
  keys: ['apikey'],
  webhooks: ['webhook'],
  connections: ['connection'],
  payments: ['transaction', 'dispute', 'checkout'],
  customers: ['customer', 'wallet', 'subscription'],
  settings: ['account', 'terminal', 'testclock'],
  team: ['member', 'invitation'],
  sessions: ['session', 'passkey', 'recoverycode'],
}

const actionsOf = (words: readonly string[]): string =>
  auditActions.filter((action) => words.includes(action.split('.')[0]!)).join(',')

/** Groups of actions with the value of the API's filter. */
export const groups: readonly (readonly [name: string, action: string])[] = [
  ['all', ''],
  ...Object.entries(nouns).map(([name, words]) => [name, actionsOf(words)] as const),
  ['rejected', 'passkey.rejected'],
]
